import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { warnBeforeUnload } from '../feedback/warn-before-unload.ts'
import { stackClass } from '../layout/layout.tsx'

/**
 * A form that the app validates itself. While `onSubmit` is in flight, the form is not sent again, and the browser asks before it
 * closes the page. After `onSubmit`, the first invalid field gets the focus.
 */
export function Form({
  onSubmit,
  className = stackClass,
  ...form
}: Omit<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'> & {
  onSubmit: () => void | Promise<void>
}): ReactNode {
  const element = useRef<HTMLFormElement>(null)
  const [submitted, setSubmitted] = useState(0)
  useEffect(() => {
    if (submitted > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitted])
  const isInFlight = useRef(false)
  const submit = async (): Promise<void> => {
    if (isInFlight.current) return
    isInFlight.current = true
    const release = warnBeforeUnload()
    try {
      await onSubmit()
    } finally {
      isInFlight.current = false
      release()
    }
    setSubmitted((count) => count + 1)
  }
  return (
    <form
      {...form}
      className={className}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    />
  )
}
