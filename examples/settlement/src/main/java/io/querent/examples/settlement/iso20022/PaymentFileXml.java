package io.querent.examples.settlement.iso20022;

import com.prowidesoftware.swift.model.mx.MxPain00100109;
import com.prowidesoftware.swift.model.mx.MxWriteConfiguration;
import com.prowidesoftware.swift.model.mx.dic.AccountIdentification4Choice;
import com.prowidesoftware.swift.model.mx.dic.ActiveOrHistoricCurrencyAndAmount;
import com.prowidesoftware.swift.model.mx.dic.AmountType4Choice;
import com.prowidesoftware.swift.model.mx.dic.BranchAndFinancialInstitutionIdentification6;
import com.prowidesoftware.swift.model.mx.dic.CashAccount38;
import com.prowidesoftware.swift.model.mx.dic.ChargeBearerType1Code;
import com.prowidesoftware.swift.model.mx.dic.CreditTransferTransaction34;
import com.prowidesoftware.swift.model.mx.dic.CustomerCreditTransferInitiationV09;
import com.prowidesoftware.swift.model.mx.dic.DateAndDateTime2Choice;
import com.prowidesoftware.swift.model.mx.dic.FinancialInstitutionIdentification18;
import com.prowidesoftware.swift.model.mx.dic.GenericAccountIdentification1;
import com.prowidesoftware.swift.model.mx.dic.GenericFinancialIdentification1;
import com.prowidesoftware.swift.model.mx.dic.GroupHeader85;
import com.prowidesoftware.swift.model.mx.dic.PartyIdentification135;
import com.prowidesoftware.swift.model.mx.dic.PaymentIdentification6;
import com.prowidesoftware.swift.model.mx.dic.PaymentInstruction30;
import com.prowidesoftware.swift.model.mx.dic.PaymentMethod3Code;
import com.prowidesoftware.swift.model.mx.dic.RemittanceInformation16;
import io.querent.saga.Amount;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Puts a payment file into Prowide's model, which writes it. */
record PaymentFileXml(PaymentFile file) {
    private static final Pattern BIC = Pattern.compile("[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?");
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}");

    String render() {
        MxPain00100109 message = new MxPain00100109().setCstmrCdtTrfInitn(initiation());
        MxWriteConfiguration plain = new MxWriteConfiguration();
        plain.documentPrefix = "";
        plain.includeXMLDeclaration = true;
        return message.message(plain);
    }

    private CustomerCreditTransferInitiationV09 initiation() {
        return new CustomerCreditTransferInitiationV09()
                .setGrpHdr(new GroupHeader85()
                        .setMsgId(file.messageId())
                        .setCreDtTm(file.createdAt().atOffset(ZoneOffset.UTC))
                        .setNbOfTxs(count())
                        .setCtrlSum(sum())
                        .setInitgPty(party(file.debtorName())))
                .addPmtInf(payments());
    }

    private PaymentInstruction30 payments() {
        PaymentInstruction30 payments = new PaymentInstruction30()
                .setPmtInfId(file.messageId() + "-1")
                .setPmtMtd(PaymentMethod3Code.TRF)
                .setNbOfTxs(count())
                .setCtrlSum(sum())
                .setReqdExctnDt(new DateAndDateTime2Choice().setDt(file.executeOn()))
                .setDbtr(party(file.debtorName()))
                .setDbtrAcct(account(file.debtorAccount()))
                // The debtor's bank is whoever gets the file.
                .setDbtrAgt(bank("NOTPROVIDED"))
                .setChrgBr(ChargeBearerType1Code.SLEV);
        file.instructions().forEach(instruction -> payments.addCdtTrfTxInf(payment(instruction)));
        return payments;
    }

    private static CreditTransferTransaction34 payment(PaymentInstruction instruction) {
        return new CreditTransferTransaction34()
                .setPmtId(new PaymentIdentification6()
                        .setEndToEndId(instruction.endToEndId())
                        .setUETR(instruction.uetr()))
                .setAmt(new AmountType4Choice().setInstdAmt(amount(instruction.amount())))
                .setCdtrAgt(bank(instruction.creditorBank()))
                .setCdtr(party(instruction.creditorName()))
                .setCdtrAcct(account(instruction.creditorAccount()))
                .setRmtInf(new RemittanceInformation16().addUstrd(instruction.remittanceInformation()));
    }

    private String count() {
        return Integer.toString(file.instructions().size());
    }

    private BigDecimal sum() {
        return plain(file.controlSum());
    }

    private static ActiveOrHistoricCurrencyAndAmount amount(Amount amount) {
        return new ActiveOrHistoricCurrencyAndAmount()
                .setValue(plain(amount.value()))
                .setCcy(amount.currency());
    }

    /** One spelling for equal amounts. */
    private static BigDecimal plain(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static PartyIdentification135 party(String name) {
        return new PartyIdentification135().setNm(name);
    }

    private static CashAccount38 account(String number) {
        AccountIdentification4Choice id = IBAN.matcher(number).matches()
                ? new AccountIdentification4Choice().setIBAN(number)
                : new AccountIdentification4Choice().setOthr(new GenericAccountIdentification1().setId(number));
        return new CashAccount38().setId(id);
    }

    private static BranchAndFinancialInstitutionIdentification6 bank(String name) {
        FinancialInstitutionIdentification18 id = BIC.matcher(name).matches()
                ? new FinancialInstitutionIdentification18().setBICFI(name)
                : new FinancialInstitutionIdentification18().setOthr(new GenericFinancialIdentification1().setId(name));
        return new BranchAndFinancialInstitutionIdentification6().setFinInstnId(id);
    }
}
