import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'

/**
 * A form that the app checks itself, in its own words. While `onSubmit` is on its way the form is not sent again, however often Enter is pressed. When `onSubmit` is done and has found fields wrong, the first of them takes the focus, so that it can
 * be mended at once, whatever the reader sees or hears of the page.
 */
export function Form({
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'> & {
  onSubmit: () => void | Promise<void>
}): ReactNode {
  const element = useRef<HTMLFormElement>(null)
  const [submitted, setSubmitted] = useState(0)
  useEffect(() => {
    if (submitted > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitted])
  const isOnItsWay = useRef(false)
  const submit = async (): Promise<void> => {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    try {
      await onSubmit()
    } finally {
      isOnItsWay.current = false
    }
    setSubmitted((count) => count + 1)
  }
  return (
    <form
      {...form}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    />
  )
}
