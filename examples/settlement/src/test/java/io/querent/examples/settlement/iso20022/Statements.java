package io.querent.examples.settlement.iso20022;

/** Statements for tests, in a spelling of their own. */
final class Statements {
    /** 687.50, less 12.50, less a batch of 3.10 and 3.20, and 12.50 come back; 7.00 are not booked yet. */
    static final String VERSION_8 = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
              <BkToCstmrStmt>
                <GrpHdr><MsgId>MSG-1</MsgId><CreDtTm>2026-12-01T01:00:00Z</CreDtTm></GrpHdr>
                <Stmt>
                  <Id>S-1</Id>
                  <CreDtTm>2026-12-01T01:00:00Z</CreDtTm>
                  <Acct><Id><IBAN>NL26VAYB8060476890</IBAN></Id><Ccy>EUR</Ccy></Acct>
                  <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">687.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>
                  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">681.20</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>
                  <TxsSummry>
                    <TtlNtries><NbOfNtries>4</NbOfNtries><Sum>38.30</Sum><TtlNetNtry><Amt>13.30</Amt><CdtDbtInd>DBIT</CdtDbtInd></TtlNetNtry></TtlNtries>
                    <TtlDbtNtries><NbOfNtries>3</NbOfNtries><Sum>25.80</Sum></TtlDbtNtries>
                  </TxsSummry>
                  <Ntry>
                    <Amt Ccy="EUR">12.50</Amt>
                    <CdtDbtInd>DBIT</CdtDbtInd>
                    <Sts><Cd>BOOK</Cd></Sts>
                    <BookgDt><Dt>2026-11-30</Dt></BookgDt>
                    <AcctSvcrRef>BANK-1</AcctSvcrRef>
                    <BkTxCd><Prtry><Cd>544</Cd></Prtry></BkTxCd>
                    <NtryDtls><TxDtls>
                      <Refs><EndToEndId>settlement-A-p1</EndToEndId><UETR>235d1eb5-8dd7-4c1a-8ece-559df8c67da1</UETR></Refs>
                    </TxDtls></NtryDtls>
                  </Ntry>
                  <Ntry>
                    <Amt Ccy="EUR">6.30</Amt>
                    <CdtDbtInd>DBIT</CdtDbtInd>
                    <Sts><Cd>BOOK</Cd></Sts>
                    <BookgDt><DtTm>2026-11-30T23:30:00-05:00</DtTm></BookgDt>
                    <BkTxCd><Prtry><Cd>544</Cd></Prtry></BkTxCd>
                    <NtryDtls>
                      <Btch><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="EUR">6.3</TtlAmt><CdtDbtInd>DBIT</CdtDbtInd></Btch>
                      <TxDtls><Refs><EndToEndId>settlement-A-p2</EndToEndId></Refs><Amt Ccy="EUR">3.1</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls><TxDtls><Refs><EndToEndId>settlement-A-p3</EndToEndId></Refs><Amt Ccy="EUR">3.2</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls>
                    </NtryDtls>
                  </Ntry>
                  <Ntry>
                    <Amt Ccy="EUR">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>
                    <Sts><Cd>BOOK</Cd></Sts>
                    <BookgDt><Dt>2026-11-30</Dt></BookgDt>
                    <AcctSvcrRef>BANK-3</AcctSvcrRef>
                    <BkTxCd><Prtry><Cd>544</Cd></Prtry></BkTxCd>
                    <NtryDtls><TxDtls><Refs><EndToEndId>settlement-A-p1</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>
                  </Ntry>
                  <Ntry>
                    <Amt Ccy="EUR">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>
                    <BookgDt><Dt>2026-11-30</Dt></BookgDt><AcctSvcrRef>BANK-4</AcctSvcrRef><BkTxCd><Prtry><Cd>544</Cd></Prtry></BkTxCd>
                    <NtryDtls><TxDtls><Refs><EndToEndId>settlement-A-p4</EndToEndId></Refs><CdtDbtInd>DBIT</CdtDbtInd></TxDtls></NtryDtls>
                  </Ntry>
                </Stmt>
              </BkToCstmrStmt>
            </Document>
            """;

    static final String VERSION_2 = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
              <BkToCstmrStmt>
                <GrpHdr><MsgId>MSG-2</MsgId><CreDtTm>2026-12-01T01:00:00Z</CreDtTm></GrpHdr>
                <Stmt>
                  <Id>S-1</Id>
                  <Acct><Id><Othr><Id>1234</Id></Othr></Id></Acct>
                  <Bal><Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-29</Dt></Dt></Bal>
                  <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>
                  <Ntry>
                    <Amt Ccy="EUR">12.5</Amt>
                    <CdtDbtInd>DBIT</CdtDbtInd>
                    <RvslInd>false</RvslInd>
                    <Sts>BOOK</Sts>
                    <BookgDt><Dt>2026-11-30+01:00</Dt></BookgDt>
                    <BkTxCd><Prtry><Cd>544</Cd></Prtry></BkTxCd>
                    <NtryDtls>
                      <TxDtls><Refs><EndToEndId>settlement-A-p1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">12.50</Amt></TxAmt></AmtDtls></TxDtls>
                    </NtryDtls>
                  </Ntry>
                </Stmt>
              </BkToCstmrStmt>
            </Document>
            """;

    private Statements() {}

    /** A second statement with other end-to-end ids behind the first. */
    static String twice(String id) {
        int begin = VERSION_8.indexOf("    <Stmt>");
        int end = VERSION_8.indexOf("</Stmt>") + "</Stmt>\n".length();
        String second = VERSION_8.substring(begin, end).replace("S-1", id).replace("settlement-A", "settlement-B");
        return VERSION_8.substring(0, end) + second + VERSION_8.substring(end);
    }

    static String entry(int number) {
        return "<Ntry><Amt Ccy=\"EUR\">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs>"
                + "<EndToEndId>p" + number + "</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>\n";
    }

    static String around(CharSequence entries) {
        int begin = VERSION_8.indexOf("      <Bal>");
        int end = VERSION_8.indexOf("    </Stmt>");
        return VERSION_8.substring(0, begin) + entries + VERSION_8.substring(end);
    }
}
