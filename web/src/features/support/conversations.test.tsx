import { describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  answerSupport,
  getOwnConversation,
  listOwnConversations,
  markSupportRead,
  supportEvents,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { openSite } from '../../testing/open-site.tsx'
import type { OpenSite } from '../../testing/open-site.tsx'
import { PlayerGateway } from '../../testing/player-gateway.ts'

type Thread = WireOutput<typeof getOwnConversation>

const id = '01940000-0000-7000-8000-0000000000c1'
const at = '2026-11-21T12:00:00.000Z'

/** A player with one conversation, in which the support has answered. */
class AnsweredPlayer extends PlayerGateway {
  replies: Thread['replies'] = [{ _id: '01940000-0000-7000-8000-0000000000d1', by: 'us', text: 'Which UTR?', at }]
  isUnread = true

  constructor() {
    super()
    this.answer(listOwnConversations, () => ok({ conversations: [this.conversation] }))
    this.answer(getOwnConversation, () => ok(this.thread))
    this.answer(markSupportRead, () => {
      this.isUnread = false
      return ok({ message: 'Marked' })
    })
    this.answerTexts()
  }

  get conversation(): Thread['conversation'] {
    const isAnswered = this.replies.at(-1)?.by === 'us'
    const facts = { _id: id, message: 'Where is my deposit?', createdAt: at, lastAt: at }
    return { ...facts, status: 'open', isAnswered, isUnread: this.isUnread, replyCount: this.replies.length }
  }

  get thread(): Thread {
    return { conversation: this.conversation, replies: this.replies }
  }

  answerTexts(): void {
    this.answer(answerSupport, ({ body }) => {
      const { text } = body as { text: string }
      this.replies = [...this.replies, { _id: '01940000-0000-7000-8000-0000000000d2', by: 'player', text, at }]
      return ok(this.thread)
    })
  }
}

function open(path = '/support'): OpenSite & { gateway: AnsweredPlayer } {
  const gateway = new AnsweredPlayer()
  return { ...openSite(path, { gateway }), gateway }
}

describe('the own conversations with the support', () => {
  it('show a new reply, which is read once it is shown', async () => {
    const { user, gateway } = open()
    expect(await screen.findByText('1 new reply')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /Where is my deposit\?/ }))
    expect(await screen.findByText('Which UTR?')).toBeTruthy()
    await screen.findByText('Answered')
    expect(gateway.requestsOf(markSupportRead).map(({ body }) => body)).toEqual([{ replyCount: 1 }])
  })

  it('are opened by the link of a mail', async () => {
    open(`/support?thread=${id}`)
    expect(await screen.findByText('Which UTR?')).toBeTruthy()
  })

  it('are answered, with one key for one text', async () => {
    const { user, gateway } = open(`/support?thread=${id}`)
    await user.type(await screen.findByLabelText('Your reply'), '432876441802')
    gateway.answer(answerSupport, () => null)
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy()
    gateway.answerTexts()
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('Waiting for our reply')).toBeTruthy()
    await waitFor(() => expect(screen.getByLabelText('Your reply')).toHaveProperty('value', ''))
    expect(await screen.findByText('432876441802')).toBeTruthy()
    const [first, again] = gateway.requestsOf(answerSupport).map(({ headers }) => headers.get('idempotency-key'))
    expect(again).toBe(first)
  })

  it('are not answered without a text, and say why an answer was refused', async () => {
    const { user, gateway } = open(`/support?thread=${id}`)
    await user.click(await screen.findByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('Please write a reply.')).toBeTruthy()
    gateway.answer(answerSupport, () => refuse('support_full', undefined, { params: { whose: 'player' } }))
    await user.type(screen.getByLabelText('Your reply'), 'One more')
    await user.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText(/Too many messages wait for an answer/)).toBeTruthy()
  })

  it('show an answer that comes while the page is open', async () => {
    const { gateway, connection } = open(`/support?thread=${id}`)
    await screen.findByText('Which UTR?')
    gateway.replies = [
      ...gateway.replies,
      { _id: '01940000-0000-7000-8000-0000000000d3', by: 'us', text: 'Found it.', at },
    ]
    gateway.isUnread = true
    act(() => connection.push(supportEvents.update, { _id: id }))
    expect(await screen.findByText('Found it.')).toBeTruthy()
    await waitFor(() => expect(gateway.requestsOf(markSupportRead).at(-1)?.body).toEqual({ replyCount: 2 }))
  })

  it('are not asked for without a login', async () => {
    const gateway = new AnsweredPlayer()
    openSite('/support', { gateway, loggedIn: false })
    expect(await screen.findByText('Where do I find the UTR?')).toBeTruthy()
    expect(await screen.findByText('We answer by email.')).toBeTruthy()
    expect(gateway.requestsOf(listOwnConversations)).toEqual([])
  })
})
