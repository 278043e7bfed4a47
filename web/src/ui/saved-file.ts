const KEPT_MS = 60_000

/** Saves a file as a download of the browser. */
export const saveFile = (name: string, file: Blob) => {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // A browser may start the download some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
