import { describe, expect, it } from '@jest/globals'
import { addAccount, changeAccount } from './bank-accounts.ts'
import { parseInput } from './parse.ts'
import { requestWithdrawal } from './withdrawals.ts'

describe('a bank account', () => {
  const account = { name: 'Asha Rao', accountNumber: '123456789', ifsc: 'SBIN0001234', mobile: '9876543210' }
  const faulty = (fault: string) => ({ refused: { params: { fault } } })
  it.each([
    { what: 'as it should be written', change: {}, kept: account },
    { what: 'no name', change: { name: '  ' }, refused: { message: 'All fields except password are required' } },
    {
      what: 'no mobile',
      change: { mobile: undefined },
      refused: { message: 'All fields except password are required' },
    },
    { what: 'a name of digits', change: { name: '12 34' }, ...faulty('account_name') },
    { what: 'a name with a formula', change: { name: '=Asha' }, ...faulty('account_name') },
    { what: 'a name in Hindi', change: { name: ' आशा  राव ' }, ...faulty('account_name_latin') },
    { what: 'a name with Hindi in it', change: { name: ' Asha  राव ' }, kept: { name: 'Asha राव' } },
    {
      what: 'a number with gaps',
      change: { accountNumber: '1234 5678-9012' },
      kept: { accountNumber: '123456789012' },
    },
    { what: 'a number of 8 digits', change: { accountNumber: '12345678' }, ...faulty('account_number') },
    { what: 'a number of 19 digits', change: { accountNumber: '1'.repeat(19) }, ...faulty('account_number') },
    { what: 'a number with a letter', change: { accountNumber: '12345678X' }, ...faulty('account_number') },
    { what: 'an IFSC in small letters', change: { ifsc: ' sbin0 001234' }, kept: { ifsc: 'SBIN0001234' } },
    { what: 'an IFSC without its zero', change: { ifsc: 'SBIN1001234' }, ...faulty('ifsc') },
    { what: 'an IFSC of 10', change: { ifsc: 'SBIN000123' }, ...faulty('ifsc') },
    { what: 'a mobile with +91', change: { mobile: '+91 98765-43210' }, kept: { mobile: '9876543210' } },
    { what: 'a mobile with 91', change: { mobile: '919876543210' }, kept: { mobile: '9876543210' } },
    { what: 'a mobile that begins with 91', change: { mobile: '9198765432' }, kept: { mobile: '9198765432' } },
    { what: 'a mobile with 0', change: { mobile: '09876543210' }, kept: { mobile: '9876543210' } },
    { what: 'a mobile that begins with 5', change: { mobile: '5876543210' }, ...faulty('mobile') },
    { what: 'a mobile of 9 digits', change: { mobile: '987654321' }, ...faulty('mobile') },
    { what: 'an empty password', change: { withdrawPassword: '' }, kept: { withdrawPassword: '' } },
    { what: 'a short password', change: { withdrawPassword: '123' }, ...faulty('withdraw_password_length') },
    { what: 'a long password', change: { withdrawPassword: 'x'.repeat(129) }, refused: {} },
  ])('$what', ({ change, kept, refused }) => {
    const read = parseInput(addAccount.input, { ...account, ...change })
    expect(read).toMatchObject(kept === undefined ? { ok: false, ...refused } : { ok: true, value: kept })
  })

  it.each(['-1', '1.5', '', ' 1', '1e0', null, true])('is not at index %p', (index) => {
    expect(parseInput(changeAccount.input, { ...account, index }).ok).toBe(false)
    expect(parseInput(requestWithdrawal.input, { accountIndex: index, amount: 200 }).ok).toBe(false)
  })
})

describe('the amount of a withdrawal', () => {
  it.each([
    { amount: 200, inPaise: 20_000 },
    { amount: 200.55, inPaise: 20_055 },
    { amount: 199.99, message: 'Minimum withdrawal amount is ₹200' },
    { amount: 0, message: 'Enter a valid amount' },
    { amount: -200, message: 'Enter a valid amount' },
    { amount: '200', message: 'Enter a valid amount' },
    { amount: null, message: 'Enter a valid amount' },
    { amount: 200.555, message: 'The amount must be in rupees with at most 2 decimals.' },
    { amount: 1e12, message: 'Maximum withdrawal amount is ₹1,00,00,000' },
  ])('$amount', ({ amount, inPaise, message }) => {
    const read = parseInput(requestWithdrawal.input, { accountIndex: 0, amount })
    expect(read).toMatchObject(
      message === undefined ? { ok: true, value: { amount: inPaise } } : { ok: false, message },
    )
  })
})
