import { describe, expect, it } from '@jest/globals'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { getConfig, sendSupportMessage } from '@kismet/contracts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { openSite } from '../testing/open-site.tsx'
import { PlayerGateway } from '../testing/player-gateway.ts'

describe('/support', () => {
  it('says that the ways to the operator could not be had, and asks for them again', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getConfig, () => refuse('internal'))
    const { user } = openSite('/support', { gateway, loggedIn: false })
    const again = await screen.findByRole('button', { name: 'Try again' })
    const config = playMoneyConfig('2026-11-21T12:00:00.000Z')
    gateway.answer(getConfig, () => ok({ ...config, contacts: { whatsapp: null, email: 'help@kismet.test' } }))
    await user.click(again)
    expect(await screen.findByText('help@kismet.test')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('takes neither the form nor what failed away while it asks again', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(getConfig, () => refuse('internal'))
    const { user } = openSite('/support', { gateway, loggedIn: false })
    const again = await screen.findByRole('button', { name: 'Try again' })
    const answer = Promise.withResolvers<null>()
    gateway.answer(getConfig, () => answer.promise)
    await user.click(again)
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true'),
    )
    expect(screen.getByLabelText('Message').closest('.unknown')).toBeNull()
    answer.resolve(null)
    await waitFor(() => expect(again.getAttribute('aria-busy')).not.toBe('true'))
  })

  it('asks a visitor who comes from the mail of an answer to log in', async () => {
    openSite('/support?thread=01940000-0000-7000-8000-0000000000c1', { loggedIn: false })
    const link = await screen.findByRole('link', { name: 'Log in to read the reply' })
    expect(link.getAttribute('href')).toBe('/auth')
    cleanup()
    openSite('/support', { loggedIn: false })
    await screen.findByLabelText('Message')
    expect(screen.queryByRole('link', { name: 'Log in to read the reply' })).toBeNull()
  })

  type Answer = Reply<typeof sendSupportMessage>
  const thanks = { message: 'Thank you! Our team will get back to you soon.' }
  const fill = async (user: UserEvent): Promise<void> => {
    await user.type(await screen.findByLabelText('Name'), 'Asha Rao')
    await user.type(screen.getByLabelText('Message'), 'Where is my deposit?')
  }
  const lookAtDice = async (user: UserEvent): Promise<void> => {
    await user.click(screen.getAllByRole('link', { name: 'Dice' })[0] ?? document.body)
    await screen.findByRole('button', { name: 'Roll' })
  }
  const button = () => screen.getByRole('button', { name: /Send Message|Sending|Message Sent/ })

  it('leads to the chat, and says where to go with what is urgent', async () => {
    const gateway = new PlayerGateway()
    const contacts = { whatsapp: '+91 98765 43210', email: 'help@kismet.test' }
    gateway.answer(getConfig, () => ok({ ...playMoneyConfig('2026-11-21T12:00:00.000Z'), contacts }))
    openSite('/support', { gateway, loggedIn: false })
    const chat = await screen.findByRole('link', { name: /^WhatsApp support/ })
    expect([chat.getAttribute('href'), chat.getAttribute('target')]).toEqual(['https://wa.me/919876543210', '_blank'])
    expect(screen.getByText('For urgent issues, email us or use WhatsApp.')).toBeTruthy()
    expect(screen.getByLabelText('Email')).toHaveProperty('type', 'email')
  })

  it('sends the message of a player, says thank you, and begins anew', async () => {
    const gateway = new PlayerGateway()
    const arrived = Promise.withResolvers<undefined>()
    gateway.answer(sendSupportMessage, async () => {
      await arrived.promise
      return ok(thanks)
    })
    const { user } = openSite('/support', { gateway })
    await fill(user)
    expect(button().textContent).toBe('Send Message')
    await user.click(button())
    expect(button().textContent).toBe('Sending...')
    await user.type(screen.getByLabelText('Message'), ' And a second thought, which would be lost.')
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Where is my deposit?')
    arrived.resolve(undefined)
    expect((await screen.findByRole('alert')).textContent).toBe(thanks.message)
    expect(button().textContent).toBe('Message Sent!')
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await user.click(button())
    expect(document.activeElement?.textContent).toBe('Message Sent!')
    const written = { name: 'Asha Rao', email: 'asha@example.in', message: 'Where is my deposit?' }
    expect(gateway.requestsOf(sendSupportMessage).map(({ body }) => body)).toEqual([written])
    for (const label of ['Name', 'Email', 'Message']) expect(screen.getByLabelText(label)).toHaveProperty('value', '')
    await user.type(screen.getByLabelText('Name'), 'A')
    expect(button().getAttribute('aria-disabled')).toBeNull()
  })

  it('asks for what is missing, and for an email that is one', async () => {
    const gateway = new PlayerGateway()
    const { user } = openSite('/support', { gateway, loggedIn: false })
    await fill(user)
    await user.click(button())
    expect(await screen.findByText('Please fill in all fields.')).toBeTruthy()
    await user.type(screen.getByLabelText('Email'), 'asha')
    await user.click(button())
    expect(await screen.findByText('Please enter a valid email.')).toBeTruthy()
    expect(gateway.requestsOf(sendSupportMessage)).toEqual([])
  })

  it('sends the same message again under its key when no answer has come, and another one under another', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(sendSupportMessage, () => null)
    const { user } = openSite('/support', { gateway })
    await fill(user)
    await user.click(button())
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy()
    await user.click(button())
    await waitFor(() => expect(gateway.requestsOf(sendSupportMessage)).toHaveLength(2))
    gateway.answer(sendSupportMessage, () => refuse('unavailable'))
    await user.type(screen.getByLabelText('Message'), '!')
    await user.click(button())
    expect(await screen.findByText('The service is not available right now. Please try again.')).toBeTruthy()
    const [first, second, other] = gateway
      .requestsOf(sendSupportMessage)
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
    expect(other).not.toBe(first)
  })

  it('keeps what is written, and its key, while another page is looked at and when the tab is loaded again', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(sendSupportMessage, () => null)
    const { user } = openSite('/support', { gateway })
    await fill(user)
    await user.click(button())
    await screen.findByText('Network error. Please try again.')
    await lookAtDice(user)
    cleanup()
    openSite('/support', { gateway, sameTab: true })
    expect(await screen.findByLabelText('Message')).toHaveProperty('value', 'Where is my deposit?')
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
    gateway.answer(sendSupportMessage, () => ok(thanks))
    await user.click(button())
    await screen.findByText(thanks.message)
    const [first, again] = gateway.requestsOf(sendSupportMessage).map(({ headers }) => headers.get('idempotency-key'))
    expect(again).toBe(first)
  })

  const backToSupport = async (user: UserEvent): Promise<void> => {
    await user.click(screen.getByRole('button', { name: /^Player menu/ }))
    await user.click(screen.getByRole('link', { name: 'Support' }))
    await screen.findByLabelText('Message')
  }
  /** The message is on its way, and its player looks at Dice. */
  const sendAndLeave = async () => {
    const gateway = new PlayerGateway()
    const answer = Promise.withResolvers<Answer>()
    gateway.answer(sendSupportMessage, () => answer.promise)
    const site = openSite('/support', { gateway })
    await fill(site.user)
    await site.user.click(button())
    await lookAtDice(site.user)
    return { ...site, answer }
  }

  it.each<{ is: string; answer: Answer; says: string; keeps: string }>([
    { is: 'arrived', answer: ok(thanks), says: 'Message Sent!', keeps: '' },
    {
      is: 'was refused',
      answer: refuse('too_many_requests', undefined, { params: { retryAfterMs: 60_000 } }),
      says: 'Failed to send message.',
      keeps: 'Where is my deposit?',
    },
    {
      is: 'may have arrived',
      answer: null,
      says: 'We could not confirm that your message arrived.',
      keeps: 'Where is my deposit?',
    },
  ])('says on whatever page that the message $is, and stays busy until then', async ({ answer, says, keeps }) => {
    const left = await sendAndLeave()
    left.answer.resolve(answer)
    expect(await screen.findByText(says)).toBeTruthy()
    await backToSupport(left.user)
    expect(screen.getByLabelText('Message')).toHaveProperty('value', keeps)
    expect(button().textContent).toBe('Send Message')
    cleanup()

    const back = await sendAndLeave()
    await backToSupport(back.user)
    expect(button().textContent).toBe('Sending...')
    await back.user.type(screen.getByLabelText('Message'), ' And another.')
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Where is my deposit?')
    back.answer.resolve(answer)
    expect(await screen.findByText(says)).toBeTruthy()
    expect(screen.getByLabelText('Message')).toHaveProperty('value', keeps)
    expect(button().textContent).toBe('Send Message')
    expect(back.gateway.requestsOf(sendSupportMessage)).toHaveLength(1)
  })

  it('says thank you once: who comes back finds the form as new', async () => {
    const gateway = new PlayerGateway()
    gateway.answer(sendSupportMessage, () => ok(thanks))
    const { user } = openSite('/support', { gateway })
    await fill(user)
    await user.click(button())
    await screen.findByText(thanks.message)
    await lookAtDice(user)
    await backToSupport(user)
    expect(screen.queryByText(thanks.message)).toBeNull()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'asha@example.in')
    expect(button().textContent).toBe('Send Message')
  })
})
