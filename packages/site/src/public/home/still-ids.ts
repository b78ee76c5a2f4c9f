/** The elements around the sections of the landing page that have no behaviour of their own. */
export const stepsId = 'steps'
export const reasonsId = 'reasons'
