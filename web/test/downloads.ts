import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

export const bytesOf = async (download: Download) => buffer(await download.createReadStream())

/** The text of a downloaded file, with its byte order mark. */
export const textOf = async (download: Download) => (await bytesOf(download)).toString('utf8')
