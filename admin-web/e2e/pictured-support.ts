import type { FakeGateway } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetSupportMessage, adminListSupportMessages, getSupportDesk, listSupporters } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { pictureTime } from '@kismet/test-env/pictures/picture-book'
import { messages } from '../src/testing/messages.ts'
import type { WireMessage } from '../src/testing/messages.ts'
import { at } from './pictured-requests.ts'

/** What admins have done with the first messages. */
const filed: readonly Partial<WireMessage>[] = [
  { waitsFor: 'us', assignee: 'sana', tags: ['deposit'], replyCount: 2, lastAt: at(12) },
  { waitsFor: 'player', assignee: 'some.owner', tags: ['aviator', 'cash-out'], replyCount: 1, lastAt: at(20) },
  { waitsFor: 'us' },
]

const replies: WireOutput<typeof adminGetSupportMessage>['replies'] = [
  {
    ...{ _id: '0190b2a0-0000-7000-8000-0000000000d1', by: 'us', admin: 'sana', at: at(40) },
    text: 'Namaste. We do not find this UTR in our bank.\nPlease send us a picture of the payment.',
  },
  {
    ...{ _id: '0190b2a0-0000-7000-8000-0000000000d2', by: 'player', admin: null, at: at(12) },
    text: 'The app of my bank shows 432876441820. Sorry, the last digits were wrong.',
  },
]

const desk: WireOutput<typeof getSupportDesk> = {
  templates: [
    { title: 'Where is the UTR?', text: 'Please send us the UTR. Your payment app shows it with the payment.' },
    { title: 'Withdrawal', text: 'Your withdrawal is being paid. The page Withdrawal shows each step.' },
  ],
  ...{ tags: ['deposit', 'withdrawal', 'aviator', 'cash-out', 'bonus'], version: 3, changedBy: 'sana' },
}

export const firstMessage: string = messages(0)[0]?._id ?? ''

/** Messages of an evening. The first message is a conversation. */
export function answerSupport(answers: FakeGateway): void {
  const all = messages(pictureTime.getTime()).map((message, nth) => ({ ...message, ...filed[nth] }))
  const [first] = all
  answers.answer(adminListSupportMessages, () =>
    ok({ messages: all, nextCursor: 'more', open: 3, total: 318, waiting: 2 }),
  )
  if (first) answers.answer(adminGetSupportMessage, () => ok({ message: first, replies }))
  answers.answer(getSupportDesk, () => ok(desk))
  answers.answer(listSupporters, () => ok({ names: ['leela', 'sana', 'some.owner'] }))
}
