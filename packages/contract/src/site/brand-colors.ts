/** Colors derived from the brand color, as `#rrggbb`. */
export interface Accents {
  accent: string;
  hover: string;
  onAccent: string;
  soft: string;
}

/** Linear light, or OKLab. */
type Triple = [number, number, number];

/** OKLCH: lightness 0–1, chroma, hue in radians. */
interface Color {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Minimum contrast of text. Source: WCAG 2.2, 1.4.3. */
const minContrast = 4.5;
/** Backgrounds: page, card and well. Source: screens, §2. */
const lightBackgrounds = ["#fbfbfd", "#ffffff", "#f2f3f7"];
const darkBackgrounds = ["#0f1116", "#171a21", "#0b0d11"];
const lightnessStep = 0.005;

/**
 * Derives readable accent colors for light and dark pages from one color. Only the lightness is adjusted, until the
 * contrast suffices.
 *
 * @param brand `#rrggbb`.
 */
export function brandAccents(brand: string): { light: Accents; dark: Accents } {
  const { lightness, chroma, hue } = toOklch(brand);
  const lightSoft = toHex({ lightness: 0.955, chroma: Math.min(chroma, 0.02), hue });
  const darkSoft = toHex({ lightness: 0.27, chroma: Math.min(chroma, 0.05), hue });
  const onDark = toHex({ lightness: 0.2, chroma: Math.min(chroma, 0.05), hue });
  const light = toReadable({ lightness, chroma, hue }, -lightnessStep, [...lightBackgrounds, lightSoft]);
  const dark = toReadable({ lightness, chroma, hue }, lightnessStep, [...darkBackgrounds, darkSoft, onDark]);
  return {
    light: {
      accent: toHex(light),
      hover: toHex({ ...light, lightness: Math.max(0, light.lightness - 0.09) }),
      onAccent: "#ffffff",
      soft: lightSoft,
    },
    dark: {
      accent: toHex(dark),
      hover: toHex({ ...dark, lightness: Math.min(1, dark.lightness + 0.06) }),
      onAccent: onDark,
      soft: darkSoft,
    },
  };
}

/** Contrast ratio of two colors, 1–21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function toReadable(color: Color, step: number, backgrounds: readonly string[]): Color {
  let { lightness } = color;
  const isReadable = () =>
    backgrounds.every((background) => contrast(toHex({ ...color, lightness }), background) >= minContrast);
  const end = step > 0 ? 1 : 0;
  while (!isReadable() && (end - lightness) / step > 0) lightness += step;
  return { ...color, lightness: Math.min(1, Math.max(0, lightness)) };
}

function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Source: Björn Ottosson, "A perceptual color space for image processing". */
function toOklch(hex: string): Color {
  const [red, green, blue] = toLinear(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** Converts to sRGB, with reduced chroma if the color is out of gamut. */
function toHex({ lightness, chroma, hue }: Color): string {
  let inGamut = chroma;
  let linear = toRgb(lightness, inGamut, hue);
  while (inGamut > 0 && linear.some((channel) => channel < -0.0001 || channel > 1.0001)) {
    inGamut = Math.max(0, inGamut - 0.004);
    linear = toRgb(lightness, inGamut, hue);
  }
  const channels = linear.map((channel) => {
    const clamped = Math.min(1, Math.max(0, channel));
    const value = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

function toRgb(lightness: number, chroma: number, hue: number): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
