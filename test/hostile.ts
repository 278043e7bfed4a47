import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { cut, gif, html, joined, jpeg, jpegSaying, pdf, pdfWith, png, svg, webp, zip } from './fixtures/samples.ts'

const noise = { raw: { width: 64, height: 64, channels: 3 } } as const
const moving = await sharp(randomBytes(64 * 64 * 3), { raw: { ...noise.raw, pageHeight: 32 } })
  .webp({ loop: 0 })
  .toBuffer()
const noisy = await sharp(randomBytes(64 * 64 * 3), noise)
  .png()
  .toBuffer()

const chunk = (kind: string, data: Buffer) => {
  const named = joined(kind, data)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return joined(length, named, sum)
}

/** A valid black PNG with one bit for each pixel. An encoder would go through all pixels. */
const blackPng = (width: number, height: number) => {
  const header = Buffer.from([...Array(8).fill(0), 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const lines = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  return joined(png.subarray(0, 8), chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0)))
}
const bomb = blackPng(12_000, 5_000)

/** The first bytes of a PNG that claims these dimensions. */
const claiming = (width: number, height: number) => {
  const header = Buffer.from(png)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}
const spoilt = (bytes: Buffer) => joined(bytes.subarray(0, 200), Buffer.alloc(400, 0x41), bytes.subarray(600))

/** Files that must be refused, with the expected sentence. */
export const hostile: [what: string, name: string, bytes: Buffer, says: RegExp][] = [
  ['SVG as a photo', 'photo.jpg', svg, /is not what the name says/],
  ['SVG as itself', 'photo.svg', svg, /SVG drawings are not accepted/],
  ['HTML as a photo', 'photo.png', html, /is not what the name says/],
  ['HTML as a document', 'visa.pdf', html, /is not what the name says/],
  ['HTML as itself', 'index.html', html, /must end in/],
  ['a PNG that says it is a JPEG', 'photo.jpg', png, /PNG.*JPG/],
  ['a JPEG that says it is a PDF', 'visa.pdf', jpeg, /JPG.*PDF/],
  ['a PDF that says it is a WebP', 'photo.webp', pdf, /PDF.*WebP/],
  ['a GIF', 'photo.gif', gif, /must end in/],
  ['a GIF that says it is a PNG', 'photo.png', gif, /is not what the name says/],
  ['a name without an ending', 'photo', jpeg, /must end in/],
  ['a name that is an ending', '.jpg', jpeg, /must end in/],
  ['a program behind a photo’s name', 'photo.jpg.exe', jpeg, /must end in/],
  ['a program as a document', 'visa.pdf', joined('MZ', randomBytes(400)), /is not what the name says/],
  ['another program as a photo', 'photo.png', joined('\x7fELF', randomBytes(400)), /is not what the name says/],
  ['an archive as a document', 'visa.pdf', zip, /is not what the name says/],
  ['a shell script as a photo', 'photo.webp', Buffer.from('#!/bin/sh\nrm -rf /\n'), /is not what the name says/],
  ['nothing at all', 'photo.jpg', Buffer.alloc(0), /is not what the name says/],
  ['three bytes of a JPEG', 'photo.jpg', jpeg.subarray(0, 3), /cut off/],
  ['a JPEG of start and end alone', 'photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /damaged/],
  ['a JPEG cut off', 'photo.jpg', cut(jpeg), /cut off/],
  ['a PNG cut off', 'photo.png', cut(png), /cut off|damaged/],
  ['a WebP cut off', 'photo.webp', cut(webp), /cut off/],
  ['a PDF cut off', 'visa.pdf', cut(pdf), /cut off/],
  ['a JPEG with an archive behind', 'photo.jpg', joined(jpeg, zip), /follows the end/],
  ['a JPEG with a page behind', 'photo.jpg', joined(jpeg, html), /follows the end/],
  ['a PNG with a program behind', 'photo.png', joined(png, 'MZ', randomBytes(100)), /follows the end/],
  ['a WebP with one byte behind', 'photo.webp', joined(webp, '!'), /follows the end/],
  ['a PDF with a page behind', 'visa.pdf', joined(pdf, html), /follows the end/],
  ['a PDF behind a page', 'visa.pdf', joined(html, pdf), /is not what the name says/],
  [
    'a JPEG that is a script too',
    'photo.jpg',
    jpegSaying('*/=1;<script src=//evil>alert(1)</script>/*'),
    /another kind/,
  ],
  ['a JPEG that is a PHP page too', 'photo.jpg', jpegSaying('<?php system($_GET[0]); ?>'), /another kind/],
  ['a JPEG that is a PDF too', 'photo.jpg', jpegSaying('%PDF-1.4 1 0 obj endobj'), /another kind/],
  ['a PDF that is a page too', 'visa.pdf', pdfWith('%<html><body onload=alert(1)>\n'), /another kind/],
  ['a PDF that is an archive too', 'visa.pdf', pdfWith(zip.toString('latin1')), /another kind/],
  ['a PNG of 60 megapixels in a few bytes', 'photo.png', bomb, /50 megapixels/],
  ['a PNG that claims four thousand megapixels', 'photo.png', claiming(65_535, 65_535), /50 megapixels|damaged/],
  ['a PNG that claims more than it has', 'photo.png', claiming(4_000, 4_000), /damaged/],
  ['a PNG spoilt in its middle', 'photo.png', spoilt(noisy), /damaged|cut off/],
  ['a WebP that moves', 'photo.webp', moving, /Animated/],
]
