const { stderr } = process

/** Says on the terminal what is going on; a line that stays is kept, others give way to the next. */
export const tell = (what: string, stays = false) => {
  if (!stderr.isTTY) {
    if (stays) stderr.write(`${what}\n`)
    return
  }
  stderr.write(`\r\x1b[2K${what.slice(0, (stderr.columns ?? 80) - 1)}${stays ? '\n' : ''}`)
}
