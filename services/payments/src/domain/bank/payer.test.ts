import { describe, expect, it } from '@jest/globals'
import { isLikeName, payerOf } from './payer.ts'

describe('the payer of a bank row', () => {
  it.each([
    ['UPI-ASHA RAO-asha@okhdfc-HDFC0001234-409512345678-KISMET', 'ASHA RAO'],
    ['UPI-KABIR SINGH-919000098189@YBL-YESB0001234-409512345678-KISMET', 'KABIR SINGH'],
    ['DEP TFR UPI/CR/409512345678/ASHA RA/HDFC/asha@ok/Pay', 'ASHA RA'],
    ['UPI/P2A/409512345678/ASHA RAO/HDFC BANK/Kismet', 'ASHA RAO'],
    ['UPIAR/409512345678/CR/ASHA RAO/HDFC/asha.rao@okhdfcb', 'ASHA RAO'],
    ['UPI/ASHA RAO/409512345678/UPI', 'ASHA RAO'],
    ['IMPS-512345678901-MEERA IYER-SBIN-xxxx1234', 'MEERA IYER'],
    ['MMT/IMPS/512345678901/Deposit/MEERA IYER/State Bank', 'MEERA IYER'],
    ['NEFT CR-ICIC0SF0002-KABIR SINGH-KISMET-IN42632512345678', 'KABIR SINGH'],
    ['NEFT*HDFC0000001*N325262012345678*KABIR SINGH', 'KABIR SINGH'],
    ['RTGS-HDFCR52026112212345678-MEERA IYER', 'MEERA IYER'],
    ['Received from ASHA RAO UPI Reference No.: 409512345678', 'ASHA RAO'],
    // The payer writes a note at these places.
    ['UPI/409512345678/Order of Asha', null],
    ['UPI/CR/409512345678/919845012345', null],
    ['CASH DEPOSIT FORT', null],
  ])('of “%s” is %s', (text, payer) => {
    expect(payerOf(text)).toBe(payer)
  })

  it.each([
    ['ASHA RAO', 'Asha Rao', true],
    ['ASHA RA', 'Mrs Asha Rao', true],
    ['RA', 'Asha Rao', false],
    ['Kabir', 'B C D KA', false],
    ['RAO ASHA', 'Asha Rao', true],
    ['ASHA', 'Asha Rao', true],
    ['A RAO', 'Asha Rao', false],
    ['A RAO', 'A. Rao', true],
    ['A B C D E F G H I J K L M N O P Q R S T U V W X Y Z', 'Kabir Singh', false],
    ['RA', 'Ra', false],
    ['KABIR SINGH', 'Asha Rao', false],
    ['RAVI KUMAR', 'Suresh Kumar', false],
    ['', 'Asha Rao', false],
  ])('“%s” is like “%s”: %s', (one, other, is) => {
    expect([isLikeName(one, other), isLikeName(other, one)]).toEqual([is, is])
  })
})
