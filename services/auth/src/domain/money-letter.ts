import type { BetterProofReason, Language, MoneyNotice, MoneyNoticeKind, OrOther, ReadyReason } from '@kismet/contracts'

/** What a mail about a deposit or a withdrawal says, and what the browser shows about it. */
interface MoneyWords {
  readonly title: string
  /** `{amount}`, `{time}` and `{account}` stand for those of the notice. */
  readonly lead: string
  readonly caution: string
  /** A lock screen shows these words to everybody near, so they have no amount. */
  readonly push: string
}

const support: Record<Language, string> = {
  en: 'If you have a question, write to support.',
  hi: 'कोई सवाल हो तो सपोर्ट को लिखें।',
}

/** The end of each mail that a player can switch off. */
const switchOff: Record<Language, string> = {
  en: 'You can switch these emails off on the page Account.',
  hi: 'आप ये ईमेल खाता पेज पर बंद कर सकते हैं।',
}

/** The end of the mail about a requested withdrawal. */
const notYou: Record<Language, string> = {
  en: 'If you did not ask for this withdrawal, set a new password at once and write to support.',
  hi: 'अगर यह निकासी आपने नहीं माँगी है, तो तुरंत नया पासवर्ड बनाएँ और सपोर्ट को लिखें।',
}

const words: Record<Language, Record<MoneyNoticeKind, MoneyWords>> = {
  en: {
    better_proof_asked: {
      title: 'Your Kismet deposit needs a better proof',
      lead: 'Your deposit of {amount} is pending. Please send a better proof of the payment on the page Deposit.',
      caution: support.en,
      push: 'Your deposit needs a better proof. Open Kismet to send the proof.',
    },
    withdrawal_requested: {
      title: 'A withdrawal was requested at Kismet',
      lead: 'A withdrawal of {amount} to your bank account {account} was requested on {time} (India time). The money is on hold.',
      caution: notYou.en,
      push: 'A withdrawal was requested. If this was not you, open Kismet at once.',
    },
    deposit_approved: {
      title: 'Your Kismet deposit was approved',
      lead: 'Your deposit of {amount} was approved on {time} (India time). The money is in your balance.',
      caution: support.en,
      push: 'Your deposit was approved.',
    },
    deposit_rejected: {
      title: 'Your Kismet deposit was rejected',
      lead: 'Your deposit of {amount} was rejected on {time} (India time). Your balance has not changed.',
      caution: 'If you have paid this amount, write to support with your UTR/reference number.',
      push: 'Your deposit was rejected. Open Kismet to see why.',
    },
    withdrawal_paid: {
      title: 'Your Kismet withdrawal was paid',
      lead: '{amount} was paid to your bank account {account} on {time} (India time).',
      caution: support.en,
      push: 'Your withdrawal was paid.',
    },
    withdrawal_rejected: {
      title: 'Your Kismet withdrawal was rejected',
      lead: 'Your withdrawal of {amount} was rejected on {time} (India time). The money is back in your balance.',
      caution: support.en,
      push: 'Your withdrawal was rejected. The money is back in your balance.',
    },
  },
  hi: {
    better_proof_asked: {
      title: 'Kismet पर आपकी जमा के लिए बेहतर प्रमाण चाहिए',
      lead: 'आपकी {amount} की जमा पेंडिंग है। कृपया जमा पेज पर भुगतान का बेहतर प्रमाण भेजें।',
      caution: support.hi,
      push: 'आपकी जमा के लिए बेहतर प्रमाण चाहिए। प्रमाण भेजने के लिए Kismet खोलें।',
    },
    withdrawal_requested: {
      title: 'Kismet पर निकासी का अनुरोध हुआ',
      lead: 'आपके बैंक खाते {account} में {amount} की निकासी का अनुरोध {time} (भारतीय समय) पर हुआ। यह पैसा होल्ड पर है।',
      caution: notYou.hi,
      push: 'निकासी का अनुरोध हुआ। अगर यह आपने नहीं किया है, तो तुरंत Kismet खोलें।',
    },
    deposit_approved: {
      title: 'Kismet पर आपकी जमा मंज़ूर हो गई',
      lead: 'आपकी {amount} की जमा {time} (भारतीय समय) पर मंज़ूर हो गई। पैसा आपके बैलेंस में है।',
      caution: support.hi,
      push: 'आपकी जमा मंज़ूर हो गई।',
    },
    deposit_rejected: {
      title: 'Kismet पर आपकी जमा नामंज़ूर हो गई',
      lead: 'आपकी {amount} की जमा {time} (भारतीय समय) पर नामंज़ूर हो गई। आपका बैलेंस नहीं बदला है।',
      caution: 'अगर आपने यह रकम चुकाई है, तो अपने UTR/रेफ़रेंस नंबर के साथ सपोर्ट को लिखें।',
      push: 'आपकी जमा नामंज़ूर हो गई। वजह देखने के लिए Kismet खोलें।',
    },
    withdrawal_paid: {
      title: 'Kismet से आपकी निकासी का भुगतान हो गया',
      lead: 'आपके बैंक खाते {account} में {time} (भारतीय समय) पर {amount} भेज दिए गए।',
      caution: support.hi,
      push: 'आपकी निकासी का भुगतान हो गया।',
    },
    withdrawal_rejected: {
      title: 'Kismet पर आपकी निकासी नामंज़ूर हो गई',
      lead: 'आपकी {amount} की निकासी {time} (भारतीय समय) पर नामंज़ूर हो गई। पैसा आपके बैलेंस में वापस आ गया है।',
      caution: support.hi,
      push: 'आपकी निकासी नामंज़ूर हो गई। पैसा आपके बैलेंस में वापस आ गया है।',
    },
  },
}

const labels = {
  en: {
    ...{ asked: 'Amount in your request', reason: 'Reason', note: 'Note', reference: "The bank's reference" },
    ...{ method: 'Method', utr: 'UTR/reference number', account: 'Bank account' },
    ...{ requestedAt: 'Requested', request: 'Request id' },
  },
  hi: {
    ...{ asked: 'आपके अनुरोध की रकम', reason: 'वजह', note: 'नोट', reference: 'बैंक का रेफ़रेंस' },
    ...{ method: 'तरीका', utr: 'UTR/रेफ़रेंस नंबर', account: 'बैंक खाता' },
    ...{ requestedAt: 'अनुरोध का समय', request: 'अनुरोध आईडी' },
  },
} satisfies Record<Language, object>

/** Why a proof is not enough, with the words of the player app. The note says the rest. */
const proofReasons: Record<Language, Record<OrOther<BetterProofReason>, string | undefined>> = {
  en: {
    unreadable: 'We cannot read your proof.',
    cut_off: 'Your proof is cut off.',
    no_utr: 'Your proof does not show the UTR/Reference number.',
    other_payment: 'Your proof is of another payment.',
    see_note: undefined,
    other: undefined,
  },
  hi: {
    unreadable: 'आपका प्रमाण पढ़ा नहीं जा सकता।',
    cut_off: 'आपका प्रमाण कटा हुआ है।',
    no_utr: 'आपके प्रमाण में UTR/रेफ़रेंस नंबर नहीं दिखता।',
    other_payment: 'आपका प्रमाण किसी और भुगतान का है।',
    see_note: undefined,
    other: undefined,
  },
}

/** Ready reasons in Hindi, with the words of the player app. Other reasons are in the words of the admin. */
const hindiReasons: Readonly<Record<ReadyReason, string>> = {
  'UTR not found at the bank': 'यह UTR बैंक में नहीं मिला',
  'UTR used before': 'यह UTR पहले इस्तेमाल हो चुका है',
  'Amount differs': 'रकम अलग है',
  'Proof not readable': 'प्रमाण पढ़ा नहीं जा सकता',
  'Paid from another name': 'भुगतान किसी और नाम से हुआ है',
  'Name does not match': 'नाम मेल नहीं खाता',
  'Bank refused the account': 'बैंक ने यह खाता स्वीकार नहीं किया',
  'Check your account details': 'अपने खाते का विवरण जाँचें',
}

const reasonIn = (language: Language, reason: string): string =>
  language === 'hi' && Object.hasOwn(hindiReasons, reason) ? hindiReasons[reason as ReadyReason] : reason

/** A time of India for a mail. */
export function indiaTime(language: Language, time: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' } as const
  return new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, style).format(new Date(time))
}

/** Rupees with paise, such as ₹1,00,000.00. */
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

/** A notice about money, as auth has it in a mail. */
export type MoneySubject = { readonly kind: MoneyNoticeKind } & Omit<MoneyNotice, 'notice' | 'playerId'>

/** Whether a player can switch a mail off. A requested withdrawal is a security notice. */
export const canBeOff = (kind: MoneyNoticeKind): boolean => kind !== 'withdrawal_requested'

const hidden = (digits: string): string => `••••${digits}`

/** The page of the player app with the request. */
const pageOf = (kind: MoneyNoticeKind): string => (kind.startsWith('withdrawal') ? '/withdraw' : '/deposit')

/** What identifies the payment. A mail may be read by others, so it has only the last digits of the reference and of the account. */
function linesOf(language: Language, subject: MoneySubject): readonly Line[] {
  const { kind, amountPaise, askedPaise, method, utr, proofReason, reason, reference, lastDigits } = subject
  const label = labels[language]
  const asked = askedPaise === undefined || askedPaise === amountPaise ? undefined : rupees.format(askedPaise / 100)
  const why = proofReason && proofReasons[language][proofReason]
  const rows: readonly (readonly [string, string | undefined])[] = [
    [label.asked, asked],
    [label.reason, why],
    [kind === 'better_proof_asked' ? label.note : label.reason, reason && reasonIn(language, reason)],
    [label.reference, reference],
    [label.method, method === 'other' ? undefined : method],
    [label.utr, utr && hidden(utr.slice(-4))],
    [label.account, lastDigits && hidden(lastDigits)],
    [label.requestedAt, indiaTime(language, subject.requestedAt)],
    [label.request, subject.request.slice(-6)],
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}

/** The subject, lead, caution and lines of a mail about money, and the page of its request. */
export function moneyLetter(
  language: Language,
  subject: MoneySubject,
): {
  readonly title: string
  readonly lead: string
  readonly caution: string
  readonly lines: readonly Line[]
  readonly page: string
} {
  const { kind, amountPaise, at, lastDigits = '' } = subject
  const { title, lead, caution } = words[language][kind]
  const filled = lead
    .replace('{amount}', rupees.format(amountPaise / 100))
    .replace('{time}', indiaTime(language, at))
    .replace('{account}', hidden(lastDigits))
  const end = canBeOff(kind) ? ` ${switchOff[language]}` : ''
  return { title, lead: filled, caution: `${caution}${end}`, lines: linesOf(language, subject), page: pageOf(kind) }
}

interface Line {
  readonly name: string
  readonly value: string
}

/** What the service worker of the player app gets (`web/public/push-worker.js`). */
export function pushPayload(language: Language, kind: MoneyNoticeKind, noticeId: string): string {
  return JSON.stringify({ id: noticeId, body: words[language][kind].push, lang: language, path: pageOf(kind) })
}
