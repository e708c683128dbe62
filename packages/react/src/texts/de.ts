/**
 * German words of all ready-made screens and components, for the provider: `messages={messages} language="de"`. They say "du".
 * An entry of its own, so that a site loads a language only where it is spoken.
 */
export { germanScreens as messages } from "@porchlight/contract/texts/de";
