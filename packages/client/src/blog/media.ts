import type { Converters } from "../conversion.ts";
import { isObject } from "../http/response.ts";

/** Value types of posts, categories and tags. Source: entities.md, first table; wire.md, Blog. */
export const mediaConverters: Converters = {
  request: {
    bytes: (value) =>
      value instanceof Uint8Array ? btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join("")) : value,
  },
  response: {
    image(value) {
      if (!isObject(value)) return value;
      const { id, url, filename, altText, width, height } = value;
      if (!id) return url ?? value;
      const name = filename ?? altText;
      return `wix:image://v1/${id}${name ? `/${encodeURIComponent(String(name))}` : ""}#originWidth=${width}&originHeight=${height}`;
    },
    videoV2(value) {
      if (!isObject(value)) return value;
      const { id, url, filename, posters } = value;
      if (!id) return url ?? value;
      const poster = Array.isArray(posters) && isObject(posters[0]) ? posters[0] : undefined;
      const still = poster ? `#posterUri=${poster.id}&posterWidth=${poster.width}&posterHeight=${poster.height}` : "";
      return `wix:video://v1/${id}/${encodeURIComponent(String(filename ?? id))}${still}`;
    },
    pageURL(value) {
      if (!isObject(value) || typeof value.base !== "string") return value;
      const url = value.base + (value.path ?? "");
      return /^[a-z][a-z\d+.-]*:\/\//i.test(url) ? url : `http://${url}`;
    },
  },
};
