import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** The text of a downloaded file, with its byte order mark. */
export const textOf = async (download: Download) => (await buffer(await download.createReadStream())).toString('utf8')
