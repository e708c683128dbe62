/**
 * German texts of all components for the provider: `messages={messages} language="de"`. They use "du". A separate
 * entry, so that a site only loads a language it uses.
 */
export { germanScreens as messages } from "@porchlight/contract/texts/de";
