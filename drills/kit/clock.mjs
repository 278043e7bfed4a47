// Loaded before the service: shifts the clock of the process by CLOCK_SHIFT milliseconds.
const shift = Number(process.env.CLOCK_SHIFT ?? 0)
const Right = Date

globalThis.Date = class extends Right {
  constructor(...given) {
    if (given.length) super(...given)
    else super(Right.now() + shift)
  }
  static now() {
    return Right.now() + shift
  }
}
