import type { MediaType } from "@porchlight/client/media";
import type { ChooseFiles, FileKind } from "@porchlight/editor";
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { Button } from "../ui/button.tsx";
import type { MediaPickerProps } from "./media-picker-dialog.tsx";

export type { MediaPickerProps } from "./media-picker-dialog.tsx";

const Picker = lazy(() => import("./media-picker-dialog.tsx"));

/**
 * A dialog that lets the person choose files of the media library, or upload others. It is open while it is rendered,
 * and loads its code only then. Roles that cannot read the library must not get it.
 */
export const MediaPicker = (props: MediaPickerProps) => (
  <Suspense>
    <Picker {...props} />
  </Suspense>
);

/** Props of {@link MediaPickerButton}. */
export interface MediaPickerButtonProps
  extends Omit<MediaPickerProps, "onClose">,
    Pick<ComponentProps<typeof Button>, "kind" | "isPending" | "aria-label"> {
  children: ReactNode;
}

/** A button that opens the {@link MediaPicker}. */
export function MediaPickerButton({ mediaType, allowsMultiple, onChoose, ...props }: MediaPickerButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...props} onPress={() => setIsOpen(true)} />
      {isOpen && (
        <MediaPicker
          mediaType={mediaType}
          allowsMultiple={allowsMultiple}
          onChoose={onChoose}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

const mediaTypes: Readonly<Record<FileKind, MediaType | undefined>> = {
  image: "IMAGE",
  video: "VIDEO",
  audio: "AUDIO",
  any: undefined,
};

/** Lets an editor of rich content choose files of the library. The picker has to be rendered next to it. */
export function useChooseFiles(): { chooseFiles: ChooseFiles; picker: ReactNode } {
  const [open, setOpen] = useState<Pick<MediaPickerProps, "mediaType" | "allowsMultiple"> & PickerEnd>();
  const chooseFiles = useCallback<ChooseFiles>(
    (kind, allowsMultiple) =>
      new Promise((resolve) => setOpen({ mediaType: mediaTypes[kind], allowsMultiple, onEnd: resolve })),
    [],
  );
  const picker = open && (
    <MediaPicker
      mediaType={open.mediaType}
      allowsMultiple={open.allowsMultiple}
      onChoose={(files) =>
        open.onEnd(files.map(({ _id, displayName, ...file }) => ({ ...file, id: _id, name: displayName })))
      }
      onClose={() => {
        open.onEnd([]);
        setOpen(undefined);
      }}
    />
  );
  return { chooseFiles, picker };
}

interface PickerEnd {
  /** The first call counts. */
  onEnd(files: Awaited<ReturnType<ChooseFiles>>): void;
}
