import { errorCatalogue, limits } from '@kismet/contracts'
import type { CodedRefusal, RefusalParams } from '@kismet/contracts'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { i18n } from '@kismet/ui/words/lingui.tsx'
import { t } from '@lingui/core/macro'
import { refusalTextId } from './refusal-text-id.ts'

const rupees = (amount: number): string => formatRupeesShort(Math.round(amount * 100))

/** What is wrong with a request, where only the server finds it out. */
function requestText({ fault, min, max }: RefusalParams<'invalid_request'> = {}): string | null {
  switch (fault) {
    case 'password_too_common':
      return t`This password is too common. Please choose another one.`
    case 'utr_missing':
      return t`Enter your UTR/Reference number`
    case 'utr_characters':
    case 'utr_length':
      return t`The UTR/Reference number is not valid. Check its length and its characters.`
    case 'file_unknown':
      return t`Upload an image (PNG, JPEG, WebP, GIF or AVIF) or a PDF.`
    case 'file_heic':
      return t`We cannot read HEIC pictures. Upload a JPEG or a screenshot.`
    case 'file_not_image':
      return t`Upload an image (PNG, JPEG, WebP, GIF or AVIF).`
    case 'file_damaged':
      return t`The file is damaged and cannot be read. Upload another copy of it.`
    case 'file_too_large':
      return t`The picture has too many pixels. Upload a smaller one, or a screenshot of it.`
    case 'file_locked':
      return t`The PDF is protected by a password. Upload one without a password, or a screenshot of it.`
    case 'file_no_pages':
      return t`The PDF has no pages.`
    case 'file_too_heavy':
      return t`The picture cannot be made small enough to store. Upload a simpler picture or a screenshot.`
    case 'file_too_much':
      return t`The file is too complex to read. Upload a simpler file or a screenshot.`
    case 'account_name':
      return t`The name has 2 to 100 letters, digits, spaces and . , ' & ( ) / -`
    case 'account_name_latin':
      return t`Enter the name as your bank writes it, in Latin letters.`
    case 'account_number':
      return t`The account number has 9 to 18 digits.`
    case 'ifsc':
      return t`The IFSC has 11 characters: 4 letters, a zero, and 6 letters or digits (such as SBIN0001234).`
    case 'mobile':
      return t`The mobile number has 10 digits and begins with 6, 7, 8 or 9.`
    case 'withdraw_password_length':
      return t`The withdraw password has ${limits.withdrawal.passwordMinLength} to ${limits.withdrawal.passwordMaxLength} characters.`
    case undefined:
      return min === undefined || max === undefined
        ? null
        : t`The value must be from ${min.toLocaleString('en-IN')} to ${max.toLocaleString('en-IN')}.`
  }
}

/** How long to wait, in whole seconds below two minutes, else in whole minutes. */
function waitText(retryAfterMs: number | undefined): string | null {
  if (retryAfterMs === undefined) return null
  const seconds = Math.ceil(retryAfterMs / 1_000)
  if (seconds < 120) return t`Too many tries. Please try again in ${seconds} s.`
  return t`Too many tries. Please try again in ${Math.ceil(seconds / 60)} minutes.`
}

const deletedText = (afterDays: number | undefined): string | null =>
  afterDays === undefined ? null : t`The proof was deleted ${afterDays} days after the decision about this request.`

/** What an account still holds that cannot be closed. */
function notEmptyText(holds: RefusalParams<'account_not_empty'>['holds'] | undefined): string | null {
  switch (holds) {
    case 'open_bets':
      return t`You have an open bet. Finish it before you close the account.`
    case 'requests':
      return t`You have a pending deposit or withdrawal. Close the account after the decision.`
    default:
      return null
  }
}

/** Why the support accepts no message: `whose` waiting messages have reached their limit. */
function supportFullText(whose: RefusalParams<'support_full'>['whose'] | undefined): string | null {
  switch (whose) {
    case 'player':
      return t`Your message was not sent. Too many of your messages wait for an answer. Please try again later.`
    case 'strangers':
      return t`Too many messages wait for an answer. If you have an account, copy your message, log in and send it again.`
    default:
      return null
  }
}

/** Which limit a bet or a deposit exceeds, and how much of it is left. */
function limitText({ type, period, limit, left }: RefusalParams<'limit_reached'> = {}): string | null {
  if (type === undefined || period === undefined || limit === undefined || left === undefined) return null
  const words = {
    deposit: { day: t`daily deposit limit`, week: t`weekly deposit limit`, month: t`monthly deposit limit` },
    loss: { day: t`daily loss limit`, week: t`weekly loss limit`, month: t`monthly loss limit` },
    wager: { day: t`daily wager limit`, week: t`weekly wager limit`, month: t`monthly wager limit` },
  }
  return t`Your ${words[type][period]} is ${rupees(limit)}. You have ${rupees(left)} left of it. See your limits under Safer play.`
}

/** A refusal whose own words say more than the text of the catalogue, or other words than for the callers of the API. */
function ownText(refusal: CodedRefusal): string | null {
  switch (refusal.code) {
    case 'invalid_request':
      return requestText(refusal.params)
    case 'too_many_requests':
      return waitText(refusal.params?.retryAfterMs)
    case 'insufficient_balance': {
      const { balance } = refusal.params ?? {}
      return balance === undefined ? null : t`Insufficient balance! You have ${rupees(balance)}.`
    }
    case 'max_win_exceeded': {
      const most = rupees(refusal.params?.max ?? limits.maxWinPaise / 100)
      return t`This bet could win more than the maximum of ${most}. Please lower the bet.`
    }
    case 'too_many_pending':
      return t`You have ${refusal.params?.max ?? limits.deposit.pendingPerPlayer} pending requests. You can send another when one is decided.`
    case 'accounts_full':
      return t`You can save at most ${refusal.params?.max ?? limits.withdrawal.accountsPerPlayer} bank accounts.`
    case 'account_waits': {
      const { usableFrom } = refusal.params ?? {}
      return usableFrom === undefined ? null : t`You can withdraw to this bank account from ${formatTime(usableFrom)}.`
    }
    case 'account_not_empty':
      return notEmptyText(refusal.params?.holds)
    case 'support_full':
      return supportFullText(refusal.params?.whose)
    case 'proof_deleted':
      return deletedText(refusal.params?.afterDays)
    case 'payload_too_large': {
      const { maxBytes } = refusal.params ?? {}
      return maxBytes === undefined ? null : t`The file is too large. The maximum is ${formatBytes(maxBytes)}.`
    }
    case 'limit_reached':
      return limitText(refusal.params)
    case 'unauthenticated':
      return t`Your session has ended. Please log in again.`
    case 'game_not_active':
      return t`Game is already over. Please start a new game.`
    case 'no_tile_revealed':
      return t`Reveal at least one tile before cashing out.`
    default:
      return null
  }
}

/**
 * A refusal in the language that is shown, by its code and params (docs/reference/wire.md). The catalogue of the contracts
 * has the English text of most codes, and `lingui.config.ts` gives these texts to the translators.
 */
export function refusalWords(refusal: CodedRefusal): string {
  const { code } = refusal
  return ownText(refusal) ?? i18n._({ id: refusalTextId(code), message: errorCatalogue[code].message })
}
