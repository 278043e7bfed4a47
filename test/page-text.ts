/** A page without the marks that keep days and telephone numbers on one line, so that its sentences can be compared. */
export function unmarked(page: string) {
  return page.replace(/<span class="unbroken">([^<]*)<\/span>/g, '$1')
}
