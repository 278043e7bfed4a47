/** A one-page PDF with a frame and these lines in Latin letters, used as the scan of a document in the demo. */
export function specimen(lines: readonly string[]) {
  const words = lines.map((line) => `(${line}) Tj T*`).join('\n')
  const drawn = `40 40 340 200 re S\nBT /F1 14 Tf 22 TL 60 200 Td\n${words}\nET`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 280] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}

/** The objects of a PDF, the first of which is its catalog, with the table of their offsets. */
const pdfOf = (objects: readonly string[]) => {
  const offsets: string[] = []
  let text = '%PDF-1.4\n'
  for (const [nth, object] of objects.entries()) {
    offsets.push(`${String(text.length).padStart(10, '0')} 00000 n \n`)
    text += `${nth + 1} 0 obj\n${object}\nendobj\n`
  }
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`)
}
