export type Markup = { readonly markup: string }
type Piece = string | number | Markup | readonly Markup[] | false | null | undefined

/** A template for markup. Inserted values are escaped unless they are markup themselves; missing values write nothing. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return {
    markup: String.raw({ raw: texts }, ...pieces.map(written)),
  }
}

const written = (piece: Piece): string => {
  if (piece === false || piece === null || piece === undefined) return ''
  if (typeof piece === 'object') return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('')
  return String(piece).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
