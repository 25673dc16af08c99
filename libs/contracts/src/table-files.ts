import { z } from 'zod'

/** The media types of a list as a file. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileFormat = keyof typeof fileTypes

/** `?format=` of a file: CSV for scripts, XLSX for spreadsheets. Without it the file is CSV. */
export const FileQuery = z.object({ format: z.enum(['csv', 'xlsx']).optional() })
