// Files saved under a name: a picture, text for a spreadsheet or for another computer.

/** Marks a file as UTF-8; without it spreadsheets take accents for other signs. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Build the name of a file: its parts without signs that a file system refuses. */
export const fileName = (parts: readonly string[], ending: string): string =>
  `${parts
    .map((part) =>
      part
        .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .join(' - ')}.${ending}`

/** Save rows of cells under a name. */
export const saveCsv = (parts: readonly string[], text: string): void =>
  save(
    new Blob([BYTE_ORDER_MARK, text, '\r\n'], { type: 'text/csv;charset=utf-8' }),
    fileName(parts, 'csv'),
  )

/** Save an evening or a club under a name. */
export const saveText = (parts: readonly string[], text: string): void =>
  save(new Blob([text], { type: 'application/octet-stream' }), fileName(parts, 'rebelote'))

/** Milliseconds after which the browser has surely begun to read a saved file. */
const READ = 60_000

/** Save a file under a name, where the device puts downloads. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), READ)
}
