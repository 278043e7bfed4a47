// The part of the library that workbooks use, with types narrower than its own.

declare module 'write-excel-file/node' {
  export type Cell = { value: string | number | Date; type: unknown; format?: string } | null
  export default function write(sheets: object[], options: object): { toBuffer: () => Promise<Buffer> }
}

declare module 'write-excel-file/utility' {
  export const getCellAddress: (row: number, column: number) => string
  export const getOrderOfSiblings: (file: string, element: string) => string[] | undefined
  export const insertElementMarkupAccordingToOrderOfSiblings: (
    xml: string,
    markup: string,
    order: string[],
    parent: string,
  ) => string
  export const sanitizeAttributeValue: (value: string) => string
}
