import { describe, expect, it, jest } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Segmented, TabPanel, Tabs } from './choice.tsx'
import { CodeField } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { Form } from './form.tsx'
import { PasswordField, TextArea, TextField } from './text-field.tsx'

describe('a field', () => {
  it('is tied to its error, which takes the place of the hint', () => {
    const { rerender } = render(<TextField label="Email" hint="as in your mail" defaultValue="" />)
    const describedBy = (): string | undefined =>
      document.getElementById(screen.getByLabelText('Email').getAttribute('aria-describedby') ?? '')?.textContent
    expect(describedBy()).toBe('as in your mail')
    rerender(<TextField label="Email" hint="as in your mail" error="Wrong" defaultValue="" />)
    expect(describedBy()).toBe('Wrong')
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('as in your mail')).toBeNull()
  })

  it('shows and hides a password', async () => {
    const user = userEvent.setup()
    render(<PasswordField label="Password" defaultValue="secret" />)
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(screen.getByLabelText('Password')).toHaveProperty('type', 'password')
  })

  it('takes a pasted code with spaces and no more than its length', async () => {
    const Code = (): ReactNode => {
      const [code, setCode] = useState('')
      return <CodeField label="OTP" name="otp" length={6} code={code} onCode={setCode} />
    }
    const user = userEvent.setup()
    render(<Code />)
    await user.click(screen.getByLabelText('OTP'))
    await user.paste('123 4567')
    expect(screen.getByLabelText('OTP')).toHaveProperty('value', '123456')
  })
})

describe('a form', () => {
  it.each([
    { is: 'ready', off: false, readOnly: false, sent: 1 },
    { is: 'off', off: true, readOnly: false, sent: 0 },
    { is: 'read only', off: false, readOnly: true, sent: 0 },
  ])('that is $is is sent $sent times by Ctrl+Enter in its text', async ({ off, readOnly, sent }) => {
    const user = userEvent.setup()
    const onSubmit = jest.fn<() => Promise<void>>(() => Promise.resolve())
    render(
      <Form onSubmit={onSubmit}>
        <TextArea label="Answer" readOnly={readOnly} defaultValue="" />
        <Button type="submit" off={off}>
          Send
        </Button>
      </Form>,
    )
    await user.click(screen.getByLabelText('Answer'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(onSubmit).toHaveBeenCalledTimes(sent)
  })

  it('is sent once however often Enter is pressed, and again when that is done', async () => {
    const answers: (() => void)[] = []
    const user = userEvent.setup()
    render(
      <Form onSubmit={() => new Promise<void>((resolve) => answers.push(resolve))}>
        <TextField label="Email" defaultValue="" />
      </Form>,
    )
    await user.type(screen.getByLabelText('Email'), '{Enter}{Enter}{Enter}')
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await user.type(screen.getByLabelText('Email'), '{Enter}')
    expect(answers).toHaveLength(2)
  })

  it('takes the focus to the first field that is found wrong, however often', async () => {
    const SignUp = (): ReactNode => {
      const [wrong, setWrong] = useState(false)
      return (
        <Form onSubmit={() => Promise.resolve().then(() => setWrong(true))}>
          <TextField label="Name" defaultValue="Asha" />
          <TextField label="Email" error={wrong ? 'Wrong' : undefined} defaultValue="" />
          <PasswordField label="Password" error={wrong ? 'Wrong' : undefined} defaultValue="" />
          <Button type="submit">Sign up</Button>
        </Form>
      )
    }
    const user = userEvent.setup()
    render(<SignUp />)
    for (const _again of [1, 2]) {
      await user.click(screen.getByRole('button', { name: 'Sign up' }))
      expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    }
  })
})

describe('a choice', () => {
  it('moves with the arrow keys, round its ends, and has one stop in the tab order', async () => {
    const options = (['a', 'b', 'c'] as const).map((value) => ({ value, label: value }))
    const Choice = (): ReactNode => {
      const [value, setValue] = useState<'a' | 'b' | 'c'>('a')
      return <Segmented label="Letter" options={options} value={value} onChange={setValue} />
    }
    const user = userEvent.setup()
    render(<Choice />)
    const checked = (): string | null => screen.getByRole('radio', { checked: true }).textContent
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(checked()).toBe('b')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(checked()).toBe('c')
    expect(document.activeElement?.textContent).toBe('c')
    await user.tab()
    expect(document.activeElement).toBe(document.body)
  })

  it.each([
    ['{ArrowRight}', 'a'],
    ['{ArrowLeft}', 'c'],
  ])('of which none is chosen has one stop, from which %s chooses %s', async (key, chosen) => {
    const options = (['a', 'b', 'c'] as const).map((value) => ({ value: value as string, label: value }))
    const chose: string[] = []
    const user = userEvent.setup()
    render(<Segmented label="Letter" options={options} value="x" onChange={(value) => chose.push(value)} />)
    expect(screen.getAllByRole('radio').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    await user.tab()
    await user.keyboard(key)
    expect(chose).toEqual([chosen])
  })
})

describe('tabs', () => {
  it('have a panel, named by the one that is chosen, also by the arrows', async () => {
    const options = (['one', 'two'] as const).map((value) => ({ value, label: value }))
    const Page = (): ReactNode => {
      const [value, setValue] = useState<'one' | 'two'>('one')
      return (
        <>
          <Tabs of="page" variant="line" label="Pages" options={options} value={value} onChange={setValue} />
          <TabPanel of="page" value={value}>
            <p>This is {value}</p>
          </TabPanel>
        </>
      )
    }
    const user = userEvent.setup()
    render(<Page />)
    await user.tab()
    await user.keyboard('{ArrowRight}')
    const panel = screen.getByRole('tabpanel', { name: 'two' })
    expect(panel.textContent).toBe('This is two')
    expect(screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')).toBe(panel.id)
  })
})

describe('a busy button', () => {
  it('takes no clicks and does not send its form again', async () => {
    let [clicks, sent] = [0, 0]
    const user = userEvent.setup()
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent++
        }}
      >
        <Button type="submit" busy onClick={() => clicks++}>
          Sending...
        </Button>
      </form>,
    )
    await user.click(screen.getByRole('button', { name: 'Sending...' }))
    expect([clicks, sent]).toEqual([0, 0])
  })
})

describe('a copy', () => {
  it('that fails is told, and no older tick stands', async () => {
    const user = userEvent.setup()
    render(<CopyButton text="KISMET-PAY" label="Copy UPI ID" />)
    const press = () => user.click(screen.getByRole('button', { name: 'Copy UPI ID' }))
    await press()
    await screen.findByText('Copied')
    expect(await navigator.clipboard.readText()).toBe('KISMET-PAY')
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await press()
    expect((await screen.findByRole('alert')).textContent).toBe('Could not copy. Select the text instead.')
    expect(screen.queryByText('Copied')).toBeNull()
  })
})
