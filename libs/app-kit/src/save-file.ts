/** As long as any browser takes to read a file that it was told to keep; some begin after the press is over. */
const readWithinMs = 60_000

/** Hands a file that the page has to the browser, which keeps it under that name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs)
}
