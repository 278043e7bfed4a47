const KEPT_MS = 60_000

/** Saves a file as the browser saves downloads. */
export const saveFile = (name: string, file: Blob) => {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // A browser may begin some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
