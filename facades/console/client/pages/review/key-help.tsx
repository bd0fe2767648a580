import { Kbd, Modal } from '@mantine/core';

const KEYS = [
  ['j', 'Next change'],
  ['k', 'Previous change'],
  ['o', 'Open or close it'],
  ['x', 'Mark it as seen'],
  ['c', 'Comment on it'],
  ['t', 'Whole text'],
  ['a', 'Approve… (asks)'],
  ['r', 'Request changes… (asks)'],
  ['d', 'Reject… (asks)'],
  ['?', 'This help'],
] as const;

export const KeyHelp = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="Keys" closeButtonProps={{ 'aria-label': 'Close' }}>
    <dl className="keys">
      {KEYS.map(([key, does]) => (
        <div key={key} className="row">
          <dt>
            <Kbd>{key}</Kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Modal>
);
