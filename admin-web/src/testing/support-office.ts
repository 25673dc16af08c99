import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetSupportMessage, adminListSupportMessages, setSupportMessageStatus } from '@kismet/contracts'
import { messages } from './messages.ts'
import type { WireMessage } from './messages.ts'
import { BackOffice } from './open-app.tsx'

/** A back office with messages. */
export class SupportOffice extends BackOffice {
  inPage = 2
  all: WireMessage[] = messages(Date.now())
  /** Open ones that are counted beside them. */
  more = 0
  /** Nothing is answered before. */
  held: Promise<unknown> | null = null

  constructor() {
    super()
    this.answerMessages()
  }

  /** Another admin does it. */
  change(at: number, change: Partial<WireMessage>): void {
    this.all = this.all.map((message, n) => (n === at ? { ...message, ...change } : message))
  }

  answerMessages(): void {
    this.answer(adminListSupportMessages, async ({ query }) => {
      await this.held
      const found = this.all
        .filter(({ status }) => status === (query.get('status') ?? status))
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
      return message ? ok({ message }) : refuse('not_found')
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
