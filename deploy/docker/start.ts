// The entry point of the image of the services: start.ts services/wallet. Node takes the place of this process, with the options that the table of services gives it.
import { serviceTable } from '../local/src/service-table.ts'

const [folder] = process.argv.slice(2)
const row = serviceTable.find((one) => one.folder === folder)
if (row === undefined || process.execve === undefined) {
  console.error(`usage: start.ts ${serviceTable.map((one) => one.folder).join(' | ')}`)
  process.exit(2)
}
const args = [process.execPath, ...(row.nodeFlags ?? []), `${row.folder}/src/main.ts`]
process.execve(process.execPath, args, process.env)
