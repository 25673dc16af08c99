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

/** What an account still holds that cannot be closed. */
function notEmptyText(holds: RefusalParams<'account_not_empty'>['holds'] | undefined): string {
  switch (holds) {
    case 'open_bets':
      return t`You have an open bet. Finish it before you close the account.`
    case 'requests':
      return t`You have a pending deposit or withdrawal. Close the account after the decision.`
    case 'balance':
    case undefined:
      return t`The account is not empty. Withdraw your balance first.`
  }
}

/** Why the support accepts no message: `whose` waiting messages have reached their limit. */
function supportFullText(whose: RefusalParams<'support_full'>['whose'] | undefined): string {
  switch (whose) {
    case 'player':
      return t`Your message was not sent. Too many of your messages wait for an answer. Please try again later.`
    case 'strangers':
      return t`Too many messages wait for an answer. If you have an account, copy your message, log in and send it again.`
    case 'all':
    case undefined:
      return t`Too many messages wait for an answer. Please try again later.`
  }
}

/** Which limit a bet or a deposit exceeds, and how much of it is left. */
function limitText({ type, period, limit, left }: RefusalParams<'limit_reached'> = {}): string {
  if (type === undefined || period === undefined || limit === undefined || left === undefined)
    return t`This exceeds a limit that you set. See your limits under Safer play.`
  const words = {
    deposit: { day: t`daily deposit limit`, week: t`weekly deposit limit`, month: t`monthly deposit limit` },
    loss: { day: t`daily loss limit`, week: t`weekly loss limit`, month: t`monthly loss limit` },
    wager: { day: t`daily wager limit`, week: t`weekly wager limit`, month: t`monthly wager limit` },
  }
  return t`Your ${words[type][period]} is ${rupees(limit)}. You have ${rupees(left)} left of it. See your limits under Safer play.`
}

/** Refusals about the player: money, rules of safer play, the account. */
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
      return t`You have ${refusal.params?.max ?? limits.deposit.pendingPerPlayer} pending requests. You can send another when one is decided.`
    case 'accounts_full':
      return t`You can save at most ${refusal.params?.max ?? limits.withdrawal.accountsPerPlayer} bank accounts.`
    case 'account_changed':
      return t`Your bank accounts have changed. Please check them and try again.`
    case 'wrong_password':
      return t`The password is wrong.`
    case 'account_closed':
      return t`This account has been closed.`
    case 'account_suspended':
      return t`This account is suspended. Please write to support.`
    case 'account_not_empty':
      return notEmptyText(refusal.params?.holds)
    case 'wrong_withdraw_password':
      return t`The withdraw password is wrong.`
    case 'support_full':
      return supportFullText(refusal.params?.whose)
    case 'upload_quota_reached':
      return t`You have sent the maximum number of proofs for one day. Please try again tomorrow.`
    case 'proof_deleted':
      return t`The proof was deleted ${refusal.params?.afterDays ?? limits.deposit.rejectedProofDays} days after the rejection of this request.`
    case 'payload_too_large': {
      const { maxBytes } = refusal.params ?? {}
      return maxBytes === undefined
        ? t`The request is too large.`
        : t`The file is too large. The maximum is ${formatBytes(maxBytes)}.`
    }
    case 'duplicate_utr':
      return t`This UTR/Reference number has been used already.`
    case 'self_excluded':
      return t`You have excluded yourself from play.`
    case 'time_out':
      return t`You are taking a break from play.`
    case 'limit_reached':
      return limitText(refusal.params)
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

/** What a round of Aviator does not take. */
function roundText({ code }: CodedRefusal): string | null {
  switch (code) {
    case 'betting_closed':
      return t`Betting is closed for this round!`
    case 'bet_already_placed':
      return t`Bet already placed!`
    case 'round_full':
      return t`This round takes no more bets.`
    case 'no_bet':
      return t`You have no bet in this round.`
    case 'already_settled':
      return t`Your bet in this round is already settled.`
    case 'round_not_flying':
      return t`The round has not taken off yet.`
    case 'round_crashed':
      return t`The round has crashed already.`
    case 'invalid_payload':
      return t`The command is not valid.`
    default:
      return null
  }
}

/** A refusal in the language that is shown, by its code and params (docs/reference/wire.md). */
export function refusalWords(refusal: CodedRefusal): string {
  const ofPlayer = playerText(refusal) ?? roundText(refusal)
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
    case 'game_active':
      return t`You have a game in progress. Please finish it before you start another.`
    case 'game_not_active':
      return t`Game is already over. Please start a new game.`
    case 'no_tile_revealed':
      return t`Reveal at least one tile before cashing out.`
    case 'auto_running':
      return t`Auto mode is already running. Please stop it first.`
    case 'invalid_boundary':
      return t`A balance boundary does not fit your current balance.`
    case 'commitment_changed':
      return t`Your bet was not placed: the commitment changed. Please try again.`
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
