/** Elements that are markup in a post; any other `<name>` is text, such as `Vec<T>`. */
const htmlElementNames = new Set(
  (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button " +
    "canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset " +
    "figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins " +
    "kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup " +
    "option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source " +
    "span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var " +
    "video wbr xmp"
  ).split(" "),
);

/** Whether `name` (in any case) is an element of HTML, or a valid name of a custom element. */
export function isElementName(name: string): boolean {
  const lower = name.toLowerCase();
  return htmlElementNames.has(lower) || /^[a-z][a-z0-9]*-[a-z0-9-]*$/.test(lower);
}

/** Elements without an end tag. */
export const voidElements = new Set(
  "area base basefont bgsound br col embed frame hr image img input link meta param source track wbr".split(" "),
);

/** Elements with an optional end tag: unclosed ones do not nest. */
export const selfClosingSiblings = new Set("p li dt dd tr td th thead tbody tfoot colgroup".split(" "));

/** Elements that a parser reopens in each later block until they are closed. */
export const formattingElements = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));

/** Elements that a parser reads as raw text, or that swallow markup: they are parsed as `x-…`. */
export const contentSwallowingElements = new Set(
  "iframe noembed noframes option optgroup plaintext select template textarea title xmp frameset".split(" "),
);
