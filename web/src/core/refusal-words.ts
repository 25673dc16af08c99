import { limits } from '@kismet/contracts'
import type { CodedRefusal, RefusalParams } from '@kismet/contracts'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'

const rupees = (amount: number): string => formatRupeesShort(Math.round(amount * 100))

/** What is wrong with a request, where only the server finds it out. */
function requestText({ fault, min, max }: RefusalParams<'invalid_request'> = {}): string {
  switch (fault) {
    case 'password_too_common':
      return t`This password is too common. Please choose another one.`
    case 'utr_missing':
      return t`Enter your UTR/Reference number`
    case 'utr_characters':
    case 'utr_length':
      return t`The UTR/Reference number does not have the right form.`
    case 'file_unknown':
      return t`Upload an image (PNG, JPEG, WebP, GIF or AVIF) or a PDF.`
    case 'file_heic':
      return t`HEIC pictures cannot be read here. Upload a JPEG, or a screenshot of it.`
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
      return t`The picture cannot be made small enough to be kept. Upload a simpler one, or a screenshot of it.`
    case 'file_too_much':
      return t`The file takes too much to read. Upload a simpler one, or a screenshot of it.`
    case undefined:
      return min === undefined || max === undefined
        ? t`The request is not valid.`
        : t`The value must be from ${min.toLocaleString('en-IN')} to ${max.toLocaleString('en-IN')}.`
  }
}

/** How long to wait, in whole seconds below two minutes, else in whole minutes. */
function waitText(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return t`Too many requests. Please wait a moment.`
  const seconds = Math.ceil(retryAfterMs / 1_000)
  if (seconds < 120) return t`Too many tries. Please try again in ${seconds} s.`
  return t`Too many tries. Please try again in ${Math.ceil(seconds / 60)} minutes.`
}

/** What has happened to who plays: money, rules of safer play, the account. */
function playerText(refusal: CodedRefusal): string | null {
  switch (refusal.code) {
    case 'insufficient_balance': {
      const { balance } = refusal.params ?? {}
      return balance === undefined ? t`Insufficient balance!` : t`Insufficient balance! You have ${rupees(balance)}.`
    }
    case 'max_win_exceeded': {
      const most = rupees(refusal.params?.max ?? limits.maxWinPaise / 100)
      return t`This bet could win more than the maximum of ${most}. Please lower the bet.`
    }
    case 'amount_over_limit':
      return t`The amount is over the limit of this site.`
    case 'too_many_pending':
      return t`${refusal.params?.max ?? limits.deposit.pendingPerPlayer} of your deposit requests are waiting. You can send another when one of them is decided.`
    case 'upload_quota_reached':
      return t`You have sent as many proofs as can be taken in a day. Please try again tomorrow.`
    case 'proof_deleted':
      return t`The proof was deleted ${refusal.params?.afterDays ?? limits.deposit.rejectedProofDays} days after the rejection of this request.`
    case 'payload_too_large': {
      const { maxBytes } = refusal.params ?? {}
      return maxBytes === undefined
        ? t`The request is too large.`
        : t`The file is too large. It has at most ${formatBytes(maxBytes)}.`
    }
    case 'duplicate_utr':
      return t`This UTR/Reference number has been used already.`
    case 'self_excluded':
      return t`You have excluded yourself from play.`
    case 'time_out':
      return t`You are taking a break from play.`
    case 'limit_reached':
      return t`This would pass a limit that you have set.`
    case 'terms_required':
      return t`Please accept the Terms of Service and Privacy Policy.`
    case 'invalid_code':
      return t`The OTP is wrong or has expired.`
    case 'invalid_credentials':
      return t`Wrong email or password.`
    case 'email_not_verified':
      return t`Please verify your email first.`
    default:
      return null
  }
}

/** A refusal in the language that is shown, by its code and params (docs/wire.md, "General"). */
export function refusalWords(refusal: CodedRefusal): string {
  const ofPlayer = playerText(refusal)
  if (ofPlayer !== null) return ofPlayer
  switch (refusal.code) {
    case 'invalid_request':
      return requestText(refusal.params)
    case 'too_many_requests':
      return waitText(refusal.params?.retryAfterMs)
    case 'unauthenticated':
      return t`Your session has ended. Please log in again.`
    case 'forbidden':
      return t`You may not do this.`
    case 'not_found':
      return t`Not found`
    case 'commitment_changed':
      return t`The published seed has been used already. Please try again.`
    case 'not_finished':
      return t`The result is not known yet.`
    case 'already_decided':
      return t`This request has been decided already.`
    case 'maintenance':
      return t`The site is under maintenance.`
    case 'unavailable':
      return t`The service is not available right now. Please try again.`
    default:
      return t`Server error`
  }
}
