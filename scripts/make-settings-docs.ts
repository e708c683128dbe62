import {
  displaySetting,
  initialSettings,
  parseSettingName,
  settingGroups,
  settingHelp,
} from "@porchlight/server/operations";
import { updateGeneratedFile } from "./generated-file.ts";

/** Generates the tables of site settings in their reference; with `--check`, fails if they are out of date. */
const markers = /(<!-- settings:start -->\n)[\s\S]*?(<!-- settings:end -->)/;

const tables = Object.entries(settingGroups).map(([title, settings]) => {
  const rows = Object.entries(settings).map(([key, setting]) => {
    const name = parseSettingName(key);
    const help = settingHelp.get(setting);
    if (!help) throw new Error(`The setting ${name} has no help.`);
    return `| \`${name}\` | ${help.values} | \`${displaySetting(name, initialSettings[name])}\` | ${help.meaning} |`;
  });
  return [`### ${title}`, "", "| name | values | default | meaning |", "|---|---|---|---|", ...rows].join("\n");
});

updateGeneratedFile("docs/reference/settings.md", "make-settings-docs.ts", (current) =>
  current.replace(markers, (_all, start, end) => `${start}\n${tables.join("\n\n")}\n\n${end}`),
);
