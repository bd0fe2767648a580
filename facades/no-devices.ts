const DEVICES =
  'accelerometer autoplay camera display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get idle-detection local-fonts magnetometer microphone midi otp-credentials payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access usb xr-spatial-tracking';

/** Permissions-Policy of what visitors of shares get: no device and no other feature that browsers ask for (W3C, Permissions Policy). */
export const noDevices = DEVICES.split(' ')
  .map(name => `${name}=()`)
  .join(', ');
