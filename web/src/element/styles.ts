/** The style sheet of the element; `web/element.ts` puts it here when it builds the package. */
export const STYLES = '@rebelote-replay-styles@'
