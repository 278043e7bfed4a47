const WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1]

/**
 * Whether eight digits are a 統一編號 by the check of the Ministry of Finance: each digit times its weight, the digits of the products added; the sum
 * is divisible by 5. With a 7 in the seventh place, whose product 28 gives 10, the sum may also count 1 or 0 for it.
 */
export function isTaxId(id: string) {
  if (!/^[0-9]{8}$/.test(id)) return false
  const sum = WEIGHTS.reduce((total, weight, i) => {
    const product = Number(id[i]) * weight
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return sum % 5 === 0 || (id[6] === '7' && (sum + 1) % 5 === 0)
}
