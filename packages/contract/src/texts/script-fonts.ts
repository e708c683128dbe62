/** Families per language whose letters the fonts of the themes do not have: without and with serifs. */
const families: readonly [languages: RegExp, sans: string, serif: string][] = [
  [
    /^ja(?![^-])/i,
    '"Hiragino Sans","Yu Gothic UI","Noto Sans JP","Noto Sans CJK JP"',
    '"Hiragino Mincho ProN","Yu Mincho","Noto Serif JP","Noto Serif CJK JP"',
  ],
  [
    /^zh(?!-(?:hant|hk|mo|tw)|[^-])/i,
    '"PingFang SC","Microsoft YaHei UI","Noto Sans SC","Noto Sans CJK SC"',
    '"Songti SC","SimSun","Noto Serif SC","Noto Serif CJK SC"',
  ],
  [
    /^ar(?![^-])/i,
    '"Segoe UI","Noto Sans Arabic","Geeza Pro",system-ui',
    '"Noto Naskh Arabic","Traditional Arabic","Geeza Pro",system-ui',
  ],
];

/**
 * Custom properties `--script-font` and `--script-serif` for a page in this language. Chinese and Japanese draw the
 * same characters differently, and the interface font of a device is often made for another language. Letter spacing
 * would separate the joined letters of Arabic.
 */
export function scriptFontStyles(language: string): string {
  const found = families.find(([languages]) => languages.test(language));
  if (!found) return "";
  const [, sans, serif] = found;
  const spacing = language.startsWith("ar") ? ":root :not(input){letter-spacing:normal!important}" : "";
  return `:root{--script-font:${sans};--script-serif:${serif}}${spacing}`;
}
