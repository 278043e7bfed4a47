export type Markup = { readonly markup: string }
type Piece = string | number | Markup | readonly Markup[] | false | null | undefined

/**
 * A template for markup. Inserted values are escaped unless they are markup themselves; missing values write nothing. Line breaks
 * around elements and values write nothing either, as in JSX, so a template has one element per line. No line of the page breaks
 * inside a day, a moment or a telephone number.
 */
export function html(template: TemplateStringsArray, ...pieces: Piece[]): Markup {
  const texts = textsOf(template)
  return {
    markup: pieces.reduce<string>((begun, piece, i) => begun + written(piece, begun) + texts[i + 1], texts[0] ?? ''),
  }
}

/** The texts of each template without its layout. A template is the same object at each call. */
const known = new WeakMap<TemplateStringsArray, readonly string[]>()
const textsOf = (template: TemplateStringsArray) => {
  const texts = known.get(template) ?? withoutLayout(template)
  known.set(template, texts)
  return texts
}

// A line break within a tag or between two words is a space.
const withoutLayout = (template: TemplateStringsArray) => {
  let isInTag = false
  return template.map((text) =>
    text.replace(/[<>]|\n\s*/g, (found, at: number) => {
      if (found === '<' || found === '>') {
        isInTag = found === '<'
        return found
      }
      const [before, after] = [text[at - 1] ?? '>', text[at + found.length] ?? '<']
      return isInTag || (before !== '>' && after !== '<') ? ' ' : ''
    }),
  )
}

const written = (piece: Piece, begun: string): string => {
  if (typeof piece === 'string') return isInText(begun) ? unbroken(escaped(piece)) : escaped(piece)
  if (typeof piece === 'number') return String(piece)
  if (!piece) return ''
  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('')
}

// Most texts have none of these signs, and finding none is quicker than replacing them.
const escaped = (text: string) =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : text

// Attributes, also those of a piece that is inserted into a tag, and elements without markup inside are left as they are.
const isInText = (begun: string) => {
  const tag = begun.slice(begun.lastIndexOf('<') + 1)
  return (
    (tag.includes('>') ? !/^(?:title|textarea|option|script|style)\b/.test(tag) : tag === begun) &&
    !/="[^">]*$/.test(tag)
  )
}

const unbroken = (text: string) =>
  /\d[/年 ]/.test(text)
    ? unbrokenForms.reduce((begun, form) => begun.replace(form, '<span class="unbroken">$&</span>'), text)
    : text

/** What `design/formats.ts` writes of days and moments, where a browser would break it, and telephone numbers. None is part of another. */
const unbrokenForms = [
  /\d{4}年\d{1,2}月(?:\d{1,2}日(?:（[日一二三四五六]）)?)?(?: \d\d:\d\d)?/g,
  /(?:\d{4}\/)?\d{1,2}\/\d{1,2}(?:（[日一二三四五六]）| \d\d:\d\d)/g,
  /(?:(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) )?\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b(?: \d{4})?(?: \d\d:\d\d)?/g,
  /\+?\b\d{1,4}(?:[ -]\d{1,4}){2,}/g,
]
