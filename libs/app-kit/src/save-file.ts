/** The time that a browser may take to read the file. Some browsers start after the click. */
const readWithinMs = 60_000

/** Saves a file under this name through the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs)
}
