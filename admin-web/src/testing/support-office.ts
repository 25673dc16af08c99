import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetSupportMessage,
  adminListSupportMessages,
  fileSupportMessage,
  getSupportDesk,
  replySupportMessage,
  setSupportDesk,
  setSupportMessageStatus,
} from '@kismet/contracts'
import type { WireInput, WireOutput } from '@kismet/contracts'
import { messages } from './messages.ts'
import type { WireMessage } from './messages.ts'
import { BackOffice } from './open-app.tsx'

type WireReply = WireOutput<typeof replySupportMessage>['replies'][number]

const replyId = (nth: number): string => `0190b2a0-0000-7000-8000-0000000000e${nth}`

/** Whether a message is in a list of the back office. */
function isIn(view: string | null, { status, waitsFor }: WireMessage): boolean {
  if (view === 'us' || view === 'player') return status === 'open' && (waitsFor === 'player') === (view === 'player')
  return view !== 'closed' || status === 'closed'
}

/** A back office with messages. */
export class SupportOffice extends BackOffice {
  inPage = 2
  all: WireMessage[] = messages(Date.now())
  /** The replies of each message. */
  replies: WireReply[] = []
  desk: WireOutput<typeof getSupportDesk> = { templates: [], tags: [], version: 0, changedBy: null }
  /** Open ones that are counted beside them. */
  more = 0
  /** Nothing is answered before. */
  held: Promise<unknown> | null = null

  constructor() {
    super()
    this.answerMessages()
    this.answerReplies()
    this.answer(getSupportDesk, () => ok(this.desk))
  }

  /** Another admin does it. */
  change(at: number, change: Partial<WireMessage>): void {
    this.all = this.all.map((message, n) => (n === at ? { ...message, ...change } : message))
  }

  answerReplies(): void {
    this.answer(replySupportMessage, ({ params, body }) => {
      const { text } = body as { text: string }
      const message = this.all.find(({ _id }) => _id === params.id)
      if (!message) return refuse('not_found')
      const at = new Date().toISOString()
      this.replies = [...this.replies, { _id: replyId(this.replies.length), by: 'us', admin: 'some.owner', text, at }]
      Object.assign(message, { waitsFor: 'player', replyCount: this.replies.length, assignee: 'some.owner' })
      return ok({ message, replies: this.replies })
    })
  }

  answerMessages(): void {
    this.answer(adminListSupportMessages, async ({ query }) => {
      await this.held
      const found = this.all
        .filter((message) => isIn(query.get('view'), message))
        .filter(({ tags = [] }) => !query.has('tag') || tags.includes(query.get('tag') ?? ''))
        .filter(({ message, email }) => `${message}${email}`.toLowerCase().includes(query.get('search') ?? ''))
        .toSorted((a, b) => Number(a.status === 'closed') - Number(b.status === 'closed'))
      const from = Number(query.get('cursor') ?? 0)
      const end = from + this.inPage
      const nextCursor = end < found.length ? String(end) : null
      const open = this.all.filter(({ status }) => status === 'open').length + this.more
      return ok({ messages: found.slice(from, end), nextCursor, open, total: this.all.length + this.more })
    })
    this.answer(adminGetSupportMessage, ({ params }) => {
      const message = this.all.find(({ _id }) => _id === params.id)
      return message ? ok({ message, replies: this.replies }) : refuse('not_found')
    })
    this.answer(fileSupportMessage, ({ params, body }) => {
      const message = this.all.find(({ _id }) => _id === params.id)
      if (!message) return refuse('not_found')
      return ok({ message: Object.assign(message, body) })
    })
    this.answer(setSupportDesk, ({ body }) => {
      const { version, ...lists } = body as WireInput<typeof setSupportDesk>
      this.desk = { ...lists, version: version + 1, changedBy: 'some.owner' }
      return ok(this.desk)
    })
    this.answer(setSupportMessageStatus, ({ params, body }) => {
      const { status } = body as Pick<WireMessage, 'status'>
      const changed = this.all.find(({ _id }) => _id === params.id)
      if (!changed) return refuse('not_found')
      Object.assign(changed, { status, changedBy: 'some.owner' })
      return ok({ message: changed })
    })
  }
}
