import { expect, it } from '@jest/globals'
import { dayOf, hasPayableName } from '@kismet/contracts'
import type { PayoutFormat } from '@kismet/contracts'
import { payoutFileName, payoutFileOf } from './payout-file.ts'

const payment = (amountPaise: number, ifsc: string, name = 'Asha Rao') => ({
  id: '0190b2a0-0000-7000-8000-0000000abcde',
  amountPaise,
  account: { name, accountNumber: '050100123456789', ifsc },
})
const file = { debitAccount: '000705001234', day: '2026-11-29' }
const linesOf = (
  format: PayoutFormat,
  payments = [payment(40_050, 'SBIN0001234'), payment(2_00_000_00, 'KKBK0001234')],
) => payoutFileOf(format, payments, file).split('\r\n')

it.each<[PayoutFormat, string[]]>([
  [
    'generic',
    [
      'id,name,accountNumber,ifsc,amount',
      '="0000000ABCDE",Asha Rao,="050100123456789",SBIN0001234,400.50',
      '="0000000ABCDE",Asha Rao,="050100123456789",KKBK0001234,200000.00',
    ],
  ],
  [
    'hdfc',
    [
      'N,,050100123456789,400.50,Asha Rao,,,,,,,,0000000ABCDE,0000000ABCDE,0000000ABCDE,,,,,,,,29/11/2026,,SBIN0001234,SBIN,,',
      'R,,050100123456789,200000.00,Asha Rao,,,,,,,,0000000ABCDE,0000000ABCDE,0000000ABCDE,,,,,,,,29/11/2026,,KKBK0001234,KKBK,,',
    ],
  ],
  [
    'icici',
    [
      'PYMT_PROD_TYPE_CODE,PYMT_MODE,DEBIT_ACC_NO,BNF_NAME,BENE_ACC_NO,BENE_IFSC,AMOUNT,DEBIT_NARR,CREDIT_NARR,MOBILE_NUM,EMAIL_ID,REMARK,PYMT_DATE,REF_NO,ADDL_INFO1,ADDL_INFO2,ADDL_INFO3,ADDL_INFO4,ADDL_INFO5',
      'PAB_VENDOR,NEFT,000705001234,Asha Rao,050100123456789,SBIN0001234,400.50,0000000ABCDE,0000000ABCDE,,,0000000ABCDE,29-11-2026,0000000ABCDE,,,,,',
      'PAB_VENDOR,RTGS,000705001234,Asha Rao,050100123456789,KKBK0001234,200000.00,0000000ABCDE,0000000ABCDE,,,0000000ABCDE,29-11-2026,0000000ABCDE,,,,,',
    ],
  ],
  [
    'sbi',
    [
      '000705001234##29/11/2026#200400.50##PAYOUTS#',
      '050100123456789#SBIN0001234#29/11/2026##400.50#0000000ABCDE#Asha Rao',
      '050100123456789#KKBK0001234#29/11/2026##200000.00#0000000ABCDE#Asha Rao',
    ],
  ],
])('the format %s has a line for each payment, with zeros, decimals and the id', (format, lines) => {
  expect(linesOf(format)).toEqual([...lines, ''])
})

it.each([
  ['hdfc', 'HDFC0001234', 'I,'],
  ['icici', 'ICIC0001234', 'PAB_VENDOR,FT,'],
] as const)('the format %s pays within its own bank', (format, ifsc, begin) => {
  expect(
    linesOf(format, [payment(2_00_000_00, ifsc)])
      .at(-2)
      ?.startsWith(begin),
  ).toBe(true)
})

it('a name brings no separator, formula or line into a file, and needs a Latin letter', () => {
  const wild = payment(100, 'SBIN0001234', '=cmd,"Renée"\n#Rao')
  expect(linesOf('sbi', [wild]).at(-2)).toMatch(/#cmd Renee Rao$/)
  expect(linesOf('generic', [wild])).toHaveLength(3)
  const digits = payment(100, 'SBIN0001234', 'आशा 123')
  expect(
    [wild, payment(100, 'SBIN0001234', 'आशा राव'), digits].map(({ account }) => hasPayableName(account.name)),
  ).toEqual([true, false, false])
})

it('a file is named by letters and digits, and has the day of India', () => {
  expect(payoutFileName('sbi', '0190b2a0-0000-7000-8000-0000000abcde')).toBe('PAYOUTS0000000ABCDE.txt')
  expect(dayOf(Date.parse('2026-11-28T18:30:00Z'))).toBe('2026-11-29')
})
