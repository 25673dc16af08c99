import type { DepositMethod, PayToKind } from '@kismet/contracts'
import { methodsOfKind, postDepositSettings } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import type { Terms } from './pay-to-api.ts'

export const kindWords: Readonly<Record<Terms['kind'], string>> = {
  upi: 'UPI ID',
  bank: 'Bank account',
  wallet: 'Wallet address',
  other: 'Account',
}

/** The label of the address of each kind. */
export const addressWords: Readonly<Record<PayToKind, string>> = {
  upi: 'UPI ID',
  bank: 'Account number',
  wallet: 'Wallet address',
}

/** The label of the name, and its hint. The name of a wallet is its coin with the network. */
export const nameWords = (kind: Terms['kind']): { label: string; hint: string } =>
  kind === 'wallet'
    ? { label: 'Coin and network', hint: 'Such as USDT on Tron. Players send only this coin on this network.' }
    : { label: 'Name', hint: 'As the payment app or the bank shows it.' }

export const imageTypes = 'image/png,image/jpeg,image/webp'
const imageMaxBytes = postDepositSettings.form.maxFileBytes

/** What is wrong with a QR image, told when it is chosen. */
export function imageProblem({ type, size }: File): string | undefined {
  if (!imageTypes.split(',').includes(type)) return 'Choose an image (PNG, JPEG or WebP).'
  return size > imageMaxBytes ? `The image may have up to 2 MB. This one has ${formatBytes(size)}.` : undefined
}

/** An amount of a day and its limit. */
export const limitText = (limit: Terms['dailyLimit']): string => (limit === null ? 'no limit' : formatRupees(limit))

/** The methods that the form offers for a kind. */
export const offeredMethods = (kind: PayToKind): readonly DepositMethod[] => methodsOfKind[kind]

/** When a change takes effect. @param isFirst there is no account yet */
export function effectText(isFirst: boolean, delayHours: number): string {
  if (delayHours === 0 || isFirst) return 'The change takes effect at once.'
  return `The change takes effect when another owner confirms it, or by itself after ${delayHours} h.`
}

/** The rows of an account: what it is called, and its value. */
export function rowsOf({ kind, name, address, ifsc, methods, dailyLimit }: Terms): { name: string; value: string }[] {
  return [
    { name: kindWords[kind], value: address ?? 'none' },
    { name: nameWords(kind).label, value: name === '' ? 'none' : name },
    ...(ifsc === null ? [] : [{ name: 'IFSC', value: ifsc }]),
    { name: 'Methods', value: methods.join(', ') },
    { name: 'Daily limit', value: limitText(dailyLimit) },
  ]
}
