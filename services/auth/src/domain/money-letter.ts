import type { Language, MoneyNotice, MoneyNoticeKind, ReadyReason } from '@kismet/contracts'

/** What a mail about a deposit or a withdrawal says, and what the browser shows about the same decision. */
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

/** The end of each mail about money. */
const switchOff: Record<Language, string> = {
  en: 'You can switch these emails off on the page Account.',
  hi: 'आप ये ईमेल खाता पेज पर बंद कर सकते हैं।',
}

const words: Record<Language, Record<MoneyNoticeKind, MoneyWords>> = {
  en: {
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

const labels: Record<Language, Record<'asked' | 'reason' | 'reference', string>> = {
  en: { asked: 'You asked for', reason: 'Reason', reference: "The bank's reference" },
  hi: { asked: 'आपने माँगा था', reason: 'वजह', reference: 'बैंक का रेफ़रेंस' },
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

/**
 * The subject, lead and caution of a mail about money. Its lines: the amount that was asked for, the reason, the reference of
 * the bank.
 */
export function moneyLetter(
  language: Language,
  { kind, amountPaise, askedPaise, decidedAt, reason, reference, lastDigits }: MoneySubject,
): { readonly title: string; readonly lead: string; readonly caution: string; readonly lines: readonly Line[] } {
  const { title, lead, caution } = words[language][kind]
  const filled = lead
    .replace('{amount}', rupees.format(amountPaise / 100))
    .replace('{time}', indiaTime(language, decidedAt))
    .replace('{account}', `••••${lastDigits ?? ''}`)
  const label = labels[language]
  const lines = [
    ...(askedPaise === undefined || askedPaise === amountPaise
      ? []
      : [{ name: label.asked, value: rupees.format(askedPaise / 100) }]),
    ...(reason === undefined ? [] : [{ name: label.reason, value: reasonIn(language, reason) }]),
    ...(reference === undefined ? [] : [{ name: label.reference, value: reference }]),
  ]
  return { title, lead: filled, caution: `${caution} ${switchOff[language]}`, lines }
}

interface Line {
  readonly name: string
  readonly value: string
}

/** What the service worker of the player app gets (`web/public/push-worker.js`). */
export function pushPayload(language: Language, kind: MoneyNoticeKind, noticeId: string): string {
  const path = kind.startsWith('deposit') ? '/deposit' : '/withdraw'
  return JSON.stringify({ id: noticeId, body: words[language][kind].push, lang: language, path })
}
