package io.querent.saga.canonical;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * The characters that take part in normalising: frozen for ever, because stored hashes depend on it.
 *
 * <p>Every character that has, in Unicode 13, a canonical decomposition, a part in one, or a combining class other than
 * 0 is within these ranges, and every character within them was assigned in Unicode 13. Some that never change are
 * within as well, which keeps the ranges few and makes no difference. Computed from Java 17's own Unicode data; the
 * tests check both halves of the claim.
 */
final class NormalisedCharacters {
    /** Inclusive ranges of code points, ascending. */
    private static final String RANGES = """
            0-374 37e-37e 385-38a 38c-38c 38e-3a1 3a5-4f9 591-5c7 5d0-5ea 5f2-5f2 610-61a 622-6ed 711-74a
            7eb-7f3 7fd-82d 859-85b 8d3-95f 9a1-9a2 9af-9af 9bc-9be 9c7-9c7 9cb-9cd 9d7-9d7 9dc-9dd 9df-9df
            9fe-9fe a16-a1c a2b-a2b a32-a33 a36-a36 a38-a38 a3c-a3c a4d-a4d a59-a5b a5e-a5e abc-abc acd-acd
            b21-b22 b3c-b3e b47-b48 b4b-b4d b56-b57 b5c-b5d b92-b94 bbe-bbe bc6-bc7 bca-bcd bd7-bd7 c46-c48
            c4d-c4d c55-c56 cbc-cc2 cc6-cc8 cca-ccd cd5-cd6 d3b-d3e d46-d47 d4a-d4d d57-d57 dca-dca dcf-dcf
            dd9-ddf e38-e3a e48-e4b eb8-eba ec8-ecb f18-f43 f4c-f69 f71-f93 f9c-fb9 fc6-fc6 1025-108d 1100-11c2
            135d-135f 1714-1714 1734-1734 17d2-17dd 18a9-18a9 1939-193b 1a17-1a18 1a60-1a7c 1a7f-1a7f 1ab0-1ac0
            1b05-1b44 1b6b-1b73 1baa-1bf3 1c37-1c37 1cd0-1cf9 1dc0-1df9 1dfb-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d
            1f50-1f57 1f59-1f59 1f5b-1f5b 1f5d-1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef
            1ff2-1ff4 1ff6-1ffe 2000-2003 20d0-20f0 2126-212b 2190-232a 2adc-2add 2cef-2cf1 2d7f-2d7f 2de0-2dff
            3008-302f 3046-3094 3099-30fe 349e-9f9c a66f-a6f1 a806-a82c a8c4-a8c4 a8e0-a953 a9b3-a9c0 aab0-aac1
            aaf6-aaf6 abed-abed ac00-d7a3 f900-fa6d fa70-fad9 fb1d-fb36 fb38-fb3c fb3e-fb3e fb40-fb41 fb43-fb44
            fb46-fb4e fe20-fe2f 101fd-101fd 102e0-102e0 10376-1037a 10a0d-10a0f 10a38-10a3a 10a3f-10a3f
            10ae5-10ae6 10d24-10d27 10eab-10eac 10f46-10f50 11046-11046 1107f-110ba 11100-11134 11173-11173
            111c0-111ca 11235-11236 112e9-112ea 1133b-1133e 11347-11347 1134b-1134d 11357-11357 11366-1136c
            11370-11374 11442-11446 1145e-1145e 114b0-114c3 115af-115af 115b8-115c0 1163f-1163f 116b6-116b7
            1172b-1172b 11839-1183a 11930-11935 11938-11938 1193d-11943 119e0-119e0 11a34-11a47 11a99-11a99
            11c3f-11c3f 11d42-11d45 11d97-11d97 16af0-16af4 16b30-16b36 16ff0-16ff1 1bc9e-1bc9e 1d157-1d1c0
            1d242-1d244 1e000-1e006 1e008-1e018 1e01b-1e021 1e023-1e024 1e026-1e02a 1e130-1e136 1e2ec-1e2ef
            1e8d0-1e8d6 1e944-1e94a 20122-2a600 2f800-2fa1d
            """;

    private static final int[] BOUNDS = Pattern.compile("[-\\s]+")
            .splitAsStream(RANGES.strip())
            .mapToInt(bound -> Integer.parseInt(bound, 16))
            .toArray();

    private NormalisedCharacters() {}

    /** Bounds alternate, start and end: a character is inside if it is one, or lies behind an odd number of them. */
    static boolean contains(int codePoint) {
        int found = Arrays.binarySearch(BOUNDS, codePoint);
        return found >= 0 || (-found - 1) % 2 == 1;
    }
}
