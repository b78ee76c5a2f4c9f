/** The name of the meta element with the address of the whole style sheet, on pages that inline a part of it. */
export const moreStylesName = 'more-styles'
