/** Maximum length of web addresses that members enter, in UTF-16 code units. */
export const maxWebAddressLength = 2_000;

/** Whether a text is an address that pages can link to: an http or https URL. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && text.length <= maxWebAddressLength && URL.canParse(text);
