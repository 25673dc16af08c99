/** What of XMLHttpRequest an upload uses. */
type Used = Pick<
  XMLHttpRequest,
  'open' | 'send' | 'abort' | 'setRequestHeader' | 'getAllResponseHeaders' | 'responseText' | 'status'
>

/** An XMLHttpRequest whose answer comes from `carry`: half of the body has left at once, the rest with the answer. */
export function fakeXhr(carry: (url: string, request: RequestInit) => Promise<Response>): new () => Used {
  return class extends EventTarget implements Used {
    readonly upload = new EventTarget()
    responseText = ''
    status = 0
    readonly #headers = new Headers()
    #answerHeaders = new Headers()
    #target = { method: '', url: '' }
    #isSent = false
    #isOver = false

    open(method: string, url: string | URL): void {
      this.#target = { method, url: url.toString() }
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    getAllResponseHeaders(): string {
      return [...this.#answerHeaders].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }

    send(body: XMLHttpRequestBodyInit | Document | null = null): void {
      this.#isSent = true
      const request = { method: this.#target.method, headers: this.#headers, body: body as FormData }
      this.#progress(1)
      void carry(this.#target.url, request).then(
        async (response) => {
          const text = await response.text()
          if (this.#isOver) return
          this.#progress(2)
          this.status = response.status
          this.responseText = text
          this.#answerHeaders = response.headers
          this.dispatchEvent(new Event('load'))
        },
        () => {
          if (!this.#isOver) this.dispatchEvent(new Event('error'))
        },
      )
    }

    /** As in a browser: it ends nothing that was not sent, and forgets it. */
    abort(): void {
      if (!this.#isSent || this.#isOver) return
      this.#isOver = true
      this.dispatchEvent(new Event('abort'))
    }

    #progress(loaded: number): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 2 }))
    }
  }
}
