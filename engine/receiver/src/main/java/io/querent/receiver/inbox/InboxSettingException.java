package io.querent.receiver.inbox;

import io.querent.saga.QuerentException;

/** A setting of an inbox that is out of its range. Nothing was started. */
public final class InboxSettingException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final String setting;
    private final String found;
    private final String expected;

    InboxSettingException(String setting, String found, String expected) {
        this(setting, setting, found, expected);
    }

    private InboxSettingException(String setting, String key, String found, String expected) {
        super(
                "QRT-9052",
                "a setting of the inbox is out of its range; key=" + key + ", found=" + found + ", expected=" + expected
                        + "; nothing was started");
        this.setting = setting;
        this.found = found;
        this.expected = expected;
    }

    /** Component of {@link InboxSettings}. */
    public String setting() {
        return setting;
    }

    /** The same, by the name that whoever is to mend it has given the setting. */
    public InboxSettingException calling(String key) {
        return new InboxSettingException(setting, key, found, expected);
    }
}
