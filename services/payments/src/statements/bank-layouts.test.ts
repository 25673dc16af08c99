import { describe, expect, it } from '@jest/globals'
import { readStatement } from './read-file.ts'

const [A, C, N] = ['409512345678', '512345678901', 'SBIN226325123456']
const usual = [`2026-11-28 50000 ${A}`, `2026-11-28 -10000 ${C}`, `2026-11-29 123450 ${N}`]
const [deposit = '', payout = '', transfer = ''] = usual

/** A file of each bank or wallet: its name, its lines, and its rows as day, paise and reference. */
const layouts: readonly (readonly [bank: string, text: string, rows?: readonly string[]])[] = [
  [
    'HDFC, with lines of stars, slashes before times and days as numbers',
    `HDFC BANK Ltd.                 Page No .:   1,,,,,,
Statement From  :  01/11/2026  To  :  29/11/2026,,,,,,
********,**********,********,********,******,*****,******
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
********,**********,********,********,******,*****,******
28/11/26/10:04:05,UPI-ASHA RAO-ASHA@OKAXIS-UTIB0000123-${A}-UPI,0000${A},28/11/26,,500.00,1500.00
46354.4195,IMPS-${C}-RAVI-HDFC-XXXXXX1234-PAY,0000${C},28/11/26,100.00,,1400.00
29/11/26 / 10:05,NEFT CR-SBIN0001234-KABIR-KISMET-${N},${N},29/11/26,,1234.50,2634.50
STATEMENT SUMMARY  :-,,,,,,
Opening Balance,,Dr Count,Cr Count,Debits,Credits,Closing Bal
1000.00,,1,2,100.00,1734.50,2634.50`,
  ],
  [
    'SBI 2025, with a stamp in the column of references',
    `Account Number     :\t_00000012345678901
Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance
28 Nov 2026\t28 Nov 2026\tDEP TFR   UPI/CR/${A}/ASHA RAO/UTIB/asha@okaxi/UPI--\t0097741246451 AT 04100 FORT\t \t500.00\t1,500.00\t
28 Nov 2026\t28 Nov 2026\tWDL TFR   UPI/DR/${C}/RAVI/HDFC/ravi@ok/UPI--\t0097741246452 AT 04100 FORT\t100.00\t \t1,400.00\t
29 Nov 2026\t29 Nov 2026\tDEP TFR   NEFT*SBIN0001234*${N}*KABIR--\tTRANSFER FROM 99509044300\t \t1,234.50\t2,634.50\t
**This is a computer generated statement and does not require a signature`,
  ],
  [
    'ICICI corporate',
    `Transaction Period :,From 01/11/2026 To 29/11/2026,,,,,,,
No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)
1,S12345678,28/11/2026,28/11/2026 10:04:05 AM,,UPI/${A}/UPI/asha@ybl/HDFC,CR,500.00,"1,500.00"
2,S12345679,28/11/2026,28/11/2026 10:05:05 AM,,INF/INFT/031234567890/rent/RAVI,DR,100.00,"1,400.00"
3,S12345680,29/11/2026,29/11/2026 10:05:05 PM,-,NEFT-${N}-KABIR-KISMET,CR,"1,234.50","2,634.50"
Page Total,,,,,,,,`,
    [deposit, '2026-11-28 -10000 null', transfer],
  ],
  [
    'Kotak with both sides in one column',
    `Date,Narration,Chq/Ref No,Withdrawal (Dr)/Deposit (Cr),Balance
28-11-2026,UPI/ASHA RAO/${A}/UPI,UPI-${A},500.00(Cr),"1,500.00(Cr)"
28-11-2026,UPI/RAVI/${C}/rent,UPI-${C},100.00(Dr),"1,400.00(Cr)"
29-11-2026,NEFT ${N} KABIR,${N},"1,234.50(Cr)","2,634.50(Cr)"
Opening Balance,"1,000.00(Cr)"`,
  ],
  [
    'Bank of Baroda',
    `S.NO,DATE,NARRATION,CHQ.NO.,WITHDRAWAL (DR),DEPOSIT (CR),BALANCE (INR)
,28-11-2026,Opening Balance,-,-,-,"1,000.00 Cr"
1,28-11-2026,UPI/${A}/10:04:05/UPI/asha@okaxis/UPI,-,-,500.00,"1,500.00 Cr"
2,28-11-2026,UPI/${C}/10:05:05/UPI/ravi@ybl/rent,-,100.00,-,"1,400.00 Cr"
3,29-11-2026,NEFT-${N}-KABIR,-,-,"1,234.50","2,634.50 Cr"
Page 1 of 1,,,,,,`,
  ],
  [
    'Indian Overseas Bank',
    `Date (Value Date),Particulars,Ref No./Cheque No.,Transaction Type,Debit (Rs),Credit (Rs),Balance (Rs)
28-Nov-2026 (28-Nov-2026),UPI/${A}/CR/ASHA/HDFC/asha@ok/UPI,${A},Transfer,-,500.00,"1,500.00"
28-Nov-26 (28-Nov-26),UPI/${C}/DR/RAVI/HDFC/ravi@ok/UPI,${C},Transfer,100.00,-,"1,400.00"
29-Nov-2026(29-Nov-2026),NEFT/${N}/KABIR,${N},Transfer,-,"1,234.50","2,634.50"`,
  ],
  [
    'Canara with every cell as a formula',
    `Account Number,="1234567890123"
Txn Date,Value Date,Cheque No.,Description,Branch Code,Debit,Credit,Balance,
="28-11-2026 10:04:05",="28 Nov 2026",="",="UPI/CR/${A}/ASHA RAO/UTIB/**a@okaxi/UPI//AXI${A}/28/11/2026 10:04:05",="2451",="",="500.00",="1,500.00",
="28-11-2026 10:05:05" , ="28 Nov 2026",="",="UPI/DR/${C}/RAVI/HDFC",="2451",="100.00" ,="",="1,400.00",
"29-11-2026 10:05:05", "29 Nov 2026",="",="NEFT CR-${N}-KABIR",="2451",="",="1,234.50",="2,634.50"`,
  ],
  [
    'PNB ONE',
    `Txn No.,Txn Date,Description,Branch Name,Cheque No.,Dr Amount,Cr Amount,Balance,Remarks,
S1234567,28-11-2026,UPI/CR/${A}/ASHA RAO/UTIB/asha@okaxis/UPI,FORT MUMBAI,,,500.00,"1,500.00 Cr.",,
S1234568,28-11-2026,UPI/DR/${C}/RAVI/HDFC/ravi@ybl/UPI,FORT MUMBAI,,100.00,,"1,400.00 Cr.",,
M123456,29-11-2026,NEFT_IN:null//${N}/KABIR,FORT MUMBAI,,,"1,234.50","2,634.50 Cr.",,`,
  ],
  [
    'Central Bank, with a header on each page',
    `Post Date,Value Date,Branch Code,Cheque Number,Account Description,Debit,Credit,Balance
,,,,BROUGHT FORWARD :,,,"1,000.00CR"
28/11/2026,28/11/2026,00123,,UPI/CR/${A}/ASHA RAO/UTIB/asha@okaxis,,500.00,"1,500.00CR"
28/11/2026,28/11/2026,00123,,UPI/DR/${C}/RAVI/HDFC/ravi,100.00,,"1,400.00CR"
,,,,CARRIED FORWARD :,,,"1,400.00CR"
Page 2,,,,,,,
Post Date,Value Date,Branch Code,Cheque Number,Account Description,Debit,Credit,Balance
29/11/2026,29/11/2026,00123,,NEFT ${N} KABIR,,"1,234.50","2,634.50CR"
,,,,CLOSING BALANCE :,,,"2,634.50CR"`,
  ],
  [
    'Federal',
    `Sl. No.,Tran Date,Particulars,Value Date,Tran Type,Tran ID,Cheque Details,Withdrawals,Deposits,Balance Amount,Dr/Cr
,,Opening Balance,,,,,,,"1,000.00",Cr
1,28-11-2026 10:04:05,UPI IN/${A}/asha@okaxis/UPI/0000,28-11-2026,TFR,S12345678,,,500.00,"1,500.00",Cr
2,28-11-2026 10:05:05,UPIOUT/${C}/ravi@ybl/rent/0000,28-11-2026,TFR,S12345679,,100.00,,"1,400.00",Cr
3,29-11-2026 10:05:05,NFT/KABIR/${N},29-11-2026,TFR,S12345680,,,"1,234.50","2,634.50",Cr
,,GRAND TOTAL,,,,,100.00,"1,734.50",,`,
  ],
  [
    'Bandhan',
    `Transaction Date,Value Date,Description,Amount,Dr / Cr,Balance
"November28, 2026","November28, 2026",UPI/CR/${A}/ASHA,INR500.00,Cr,"INR1,500.00"
"November28, 2026","November28, 2026",UPI/DR/${C}/RAVI/HDFC,INR100.00,Dr,"INR1,400.00"
"November29, 2026","November29, 2026",NEFT-${N}-KABIR,"INR1,234.50",Cr,"INR2,634.50"`,
  ],
  [
    'Standard Chartered, with a currency',
    `Date,Transaction,Currency,Deposit,Withdrawal,Running Balance
28/11/2026,UPI/CR/${A}/ASHA RAO,INR,500.00,,"1,500.00"
28/11/2026,UPI/DR/${C}/RAVI,INR,,100.00,"1,400.00"
29/11/2026,NEFT ${N} KABIR,INR,"1,234.50",,"2,634.50"`,
  ],
  [
    'Karnataka Bank, with CR as line end',
    `Date,Particulars,Chq.No,Withdrawals,Deposits,Balance\r28-11-2026,UPI:${A}:asha@okaxis(ASHA RAO),,,500.00,1500.00Cr\r28-11-2026,UPI:${C}:ravi@ybl(RAVI),,100.00,,1400.00Cr\r29-11-2026,NEFT:KABIR/${N},,,1234.50,2634.50Cr\r`,
  ],
  [
    'PhonePe, without a column of balances',
    `Date,Transaction Details,Type,Amount
"Nov 29, 2026 10:05 pm",Received from Kabir Transaction ID T2611291005 UTR No. ${C} Credited to XX1234,CREDIT,"₹1,234.50"
"Nov 28, 2026 10:04 am",Received from Asha Transaction ID T2611281004 UTR No. ${A} Credited to XX1234,CREDIT,₹500`,
    [deposit, `2026-11-29 123450 ${C}`],
  ],
  [
    'a wallet with words for the sides',
    `Date,Time,Description,Transaction Type,Amount,RRN
28-Nov-2026,10:04,UPI payment from ASHA,Money Received,500.00,${A}
28-Nov-2026,10:05,UPI payment to RAVI,Money Sent,100.00,${C}`,
    [deposit, payout],
  ],
  [
    'Citi, month first',
    `"Date","Transaction Details","Deposits","Withdrawals","Balance"
"11/29/26 10:04 PM","NEFT/${N}/KABIR","1,234.50","","2,634.50"
"11/28/26 10:04 PM","UPI/DR/${C}/RAVI","","100.00","1,400.00"
"11/28/26 10:04 AM","UPI/CR/${A}/ASHA","500.00","","1,500.00"
"11/05/26 10:04 AM","UPI/CR/409512345600/ASHA","10.00","","1,000.00"`,
    ['2026-11-05 1000 409512345600', ...usual],
  ],
  [
    'a bank that writes what is paid in and out, and times with hyphens',
    `Date,Description,Amount Paid In,Amount Paid Out,Balance
2026-11-28-10.04.05.000000,UPI/CR/${A}/ASHA,500.00,,1500.00
2026-11-28-10.05.05.000000,UPI/DR/${C}/RAVI,,100.00,1400.00
2026-11-29-10.04.05.000000,NEFT/${N}/KABIR,1234.50,,2634.50`,
  ],
  [
    'a header of two lines',
    `Txn,Value,Description,Ref No./,Debit,Credit,Balance
Date,Date,,Cheque No.,(INR),(INR),(INR)
28/11/2026,28/11/2026,UPI/CR/${A}/ASHA,,,500.00,1500.00
28/11/2026,28/11/2026,UPI/DR/${C}/RAVI,,100.00,,1400.00
29/11/2026,29/11/2026,NEFT/${N}/KABIR,,,1234.50,2634.50`,
  ],
  [
    'a merged cell in the header',
    `Date,Particulars,Ref No,Amount,,Balance
,,,Debit,Credit,
28/11/2026,UPI/CR/${A}/ASHA,,,500.00,1500.00
28/11/2026,UPI/DR/${C}/RAVI,,100.00,,1400.00
29/11/2026,NEFT/${N}/KABIR,,,1234.50,2634.50`,
  ],
  [
    'UCO, with letters glued to the numbers and to the names of columns',
    `TXNDATE,PARTICULARS,CHQNO,DEBITAMT,CREDITAMT,CLOSINGBALANCE
28-NOV-2026,MPAYUPITRTR${A}ASHA RAO,,***,500.00,"1,500.00 CR"
28-NOV-2026,MBUPI/${C}/RAVI,,100.00,***,"1,400.00 CR"
29-NOV-2026,NEFT/${N}/KABIR,,***,"1,234.50","2,634.50 CR"`,
  ],
  [
    'a narration in two lines, with a branch and a time that are in two lines, too',
    `Date,Particulars,Chq,Branch,Debit,Credit,Balance
28-11-2026,UPI/CR/4095123,,FORT,,500.00,1500.00
10:04:05 AM,45678/ASHA RAO,,MUMBAI,,,
28-11-2026,UPI/DR/5123456,,FORT,100.00,,1400.00
10:05:05 AM,78901/RAVI,,MUMBAI,,,
29-11-2026,NEFT/${N}/KABIR,,FORT,,1234.50,2634.50`,
  ],
  [
    'IndusInd with one amount, and words that have the side among others',
    `Transaction Date,Payment Narration,Amount,Type,Available Balance
28/11/2026,UPI/${A}/CR/ASHA,500.00,Transfer Credit,1500.00
28/11/2026,UPI/${C}/DR/RAVI,100.00,Transfer Debit,1400.00
29/11/2026,NEFT/${N}/KABIR,1234.50,Money In,2634.50`,
  ],
  [
    'an export with spoilt signs of rupees',
    `Date,Particulars,Debit (â‚¹),Credit (â‚¹),Balance (Rs. Ps.)
28/11/2026,UPI/${A}/CR/ASHA,,â‚¹500.00,"?1,500.00"
28/11/2026,UPI/${C}/DR/RAVI,₨100.00,,"रु. 1,400.00"
29/11/2026,NEFT/${N}/KABIR,,"INR. 1,234.50","&#8377;2,634.50"`,
  ],
  [
    'MT940 with points in its amounts',
    `:20:X\n:25:1\n:28C:1\n:60F:C261127INR1000.00
:61:2611281128C500.00NTRF${A}//UPI\n:86:UPI ASHA
:61:2611281128D100.00NTRF${C}//UPI\n:86:UPI RAVI\n:62F:C261128INR1400.00\n-`,
    [deposit, payout],
  ],
]

const rowsOf = (file: Uint8Array) =>
  readStatement(file).rows.map(({ day, paise, reference }) => `${day} ${paise} ${reference}`)

describe('a file of a bank is read without a question', () => {
  it.each(layouts)('%s', (_bank, text, rows = usual) => {
    expect(readStatement(Buffer.from(text))).toMatchObject({ missing: [], faults: [] })
    expect(rowsOf(Buffer.from(text)).toSorted()).toEqual(rows.toSorted())
  })

  it.each([
    ['UTF-16 LE', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 BE', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('in %s with and without a mark', (_encoding, encode) => {
    const text = `Date\tParticulars\tChq.No.\tWithdrawals\tDeposits\tBalance\r\n28-11-26\tUPI/${A}/ASHA RAO\t\t\t500.00\t1,500.00Cr\r\n`
    expect([rowsOf(encode(text)), rowsOf(encode(`\ufeff${text}`))]).toEqual([[deposit], [deposit]])
  })
})
