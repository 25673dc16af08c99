import { indiaAheadMs } from '@kismet/contracts'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Cell, FileColumn, FileRows } from './file-columns.ts'
import { titleOf } from './file-columns.ts'

/** A sheet of a spreadsheet has 1,048,576 rows. Further rows go to the next sheet. */
const rowsOfSheet = 1_000_000
const rowsOfPart = 500

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageOf = (what: string) => `http://schemas.openxmlformats.org/package/2006/${what}`
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** The number of the cell format of each kind, and of a head, in `styles`. */
const formats = { head: 1, text: 2, amount: 3, time: 4, number: 0 } as const
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/>${['49', '4', '164'].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** XML 1.0 cannot hold other control characters. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(forbidden, '')
    .replaceAll(/[&<>]/g, (letter) => entities[letter] ?? '')

/** A text cell is never a formula, and keeps all digits and leading zeros. */
const textCell = (text: string, format: number) =>
  `<c s="${format}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Days since 1899-12-30 in India, which is how a spreadsheet counts time. */
const serialOf = (atMs: number) => (atMs + indiaAheadMs) / 86_400_000 + 25_569

function cellOf(value: Cell, kind: FileColumn['kind']): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'string') return textCell(value, formats.text)
  const shown = kind === 'amount' ? value / 100 : kind === 'time' ? serialOf(value) : value
  return `<c s="${formats[kind]}"><v>${shown}</v></c>`
}

const widths = { text: 26, amount: 16, time: 20, number: 12 } as const

function sheetHead(columns: readonly FileColumn[]): string {
  const cols = columns.map(
    ({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`,
  )
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<cols>${cols.join('')}</cols><sheetData><row>${columns.map((column) => textCell(titleOf(column), formats.head)).join('')}</row>`
}

/** The files that name the sheets of a workbook. */
function workbookOf(sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const type = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const link = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`
  const links = (all: string) => `${head}<Relationships xmlns="${packageOf('relationships')}">${all}</Relationships>`
  const named = numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')
  const sheetLinks = numbers.map((n) => link(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')
  return {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${named}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': links(sheetLinks + link(sheets + 1, 'styles', 'styles.xml')),
    '_rels/.rels': links(link(1, 'officeDocument', 'xl/workbook.xml')),
    '[Content_Types].xml': `${head}<Types xmlns="${packageOf('content-types')}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${type('styles', 'styles')}${numbers.map((n) => type(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`,
  }
}

/** Rows as an XLSX file, piece by piece. The next rows are read when the last pieces were taken. */
export async function* xlsxOf(columns: readonly FileColumn[], rows: FileRows): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const begin = (name: string) => {
    const file = new ZipDeflate(name, { level: 4 })
    zip.add(file)
    return (text: string, isEnd = false) => file.push(strToU8(text), isEnd)
  }
  let sheets = 1
  let write = begin('xl/worksheets/sheet1.xml')
  let part = sheetHead(columns)
  let count = 0
  for await (const row of rows) {
    if (count > 0 && count % rowsOfSheet === 0) {
      write(`${part}</sheetData></worksheet>`, true)
      sheets += 1
      write = begin(`xl/worksheets/sheet${sheets}.xml`)
      part = sheetHead(columns)
    }
    part += `<row>${row.map((value, at) => cellOf(value, columns[at]?.kind ?? 'text')).join('')}</row>`
    count += 1
    if (count % rowsOfPart !== 0) continue
    write(part)
    part = ''
    yield* pieces.splice(0)
  }
  write(`${part}</sheetData></worksheet>`, true)
  for (const [name, text] of Object.entries(workbookOf(sheets))) begin(name)(text, true)
  zip.end()
  yield* pieces
}
