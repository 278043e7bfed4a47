/** Saves a file as the browser saves downloads. */
export const saveFile = (name: string, file: Blob) => {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
